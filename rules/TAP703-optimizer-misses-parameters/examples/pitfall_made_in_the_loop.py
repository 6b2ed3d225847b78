"""The momentum of each step is lost with its optimiser: ten steps move by 1, and not by 4."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
for _ in range(10):
    optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9)  # expect: TAP703
    optimizer.zero_grad()
    weight.sum().backward()
    optimizer.step()
assert abs(1 - weight.item() - 1.0) < 1e-3
