"""The metric has no history, but the network that it judges records one for each batch."""

# torch: runs
import torch
from torch import nn

def fit(model, train_loader, val_loader, criterion, optimizer):
    for inputs, targets in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
    model.eval()
    total = 0
    for inputs, targets in val_loader:
        total += accuracy(model(inputs), targets)  # expect: TAP504 likely
    return total / len(val_loader)


def accuracy(scores, targets):
    return (scores.round() == targets).float().mean()


batches = [(torch.randn(4, 2), torch.zeros(4, 1)) for _ in range(30)]
linear = nn.Linear(2, 1)
sgd = torch.optim.SGD(linear.parameters(), lr=0.1)
vars()["fit"](linear, batches, batches, nn.MSELoss(), sgd)
