"""A copy of the dict has the same tensors, and so has a dict around it."""

# torch: runs
import torch
from torch import nn


def trained(model, optimizer, inputs, targets, epochs):
    lowest = float("inf")
    for _ in range(epochs):
        loss = (model(inputs) - targets).pow(2).mean()
        if loss.item() < lowest:
            lowest = loss.item()
            best_state = model.state_dict().copy()  # expect: TAP605
            best = {"loss": lowest, "model": model.state_dict()}  # expect: TAP605
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    torch.save(best, "/dev/null")
    model.load_state_dict(best_state)
    return lowest


net = nn.Linear(2, 1)
inputs, targets = torch.randn(8, 2), torch.randn(8, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
lowest = trained(net, optimizer, inputs, targets, 20)
assert (net(inputs) - targets).pow(2).mean() != lowest
