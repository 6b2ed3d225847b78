"""Cleared after the step, the gradient is used first."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for _ in range(3):
    weight.sum().backward()
    optimizer.step()
    optimizer.zero_grad()
assert abs(1 - weight.item() - 3) < 1e-6
