"""The sum over held-out data is what the caller differentiates: nothing is trained before."""

# torch: runs
import torch
from torch import nn

def outer_loss(model, val_loader, criterion):
    total = 0
    for inputs, targets in val_loader:
        total += criterion(model(inputs), targets)
    return total / len(val_loader)


batches = [(torch.randn(4, 2), torch.zeros(4, 1)) for _ in range(30)]
linear = nn.Linear(2, 1)
vars()["outer_loss"](linear, batches, nn.MSELoss()).backward()
