"""The same where the loss runs over lines."""

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
        total += (  # expect: TAP502 likely
            criterion(model(inputs),  # the scores  # expect: TAP504 likely
                      targets))
    return total / len(val_loader)


batches = [(torch.randn(4, 2), torch.zeros(4, 1)) for _ in range(30)]
linear = nn.Linear(2, 1)
sgd = torch.optim.SGD(linear.parameters(), lr=0.1)
mean = vars()["fit"](linear, batches, batches, nn.MSELoss(), sgd)
assert mean.grad_fn is not None
