"""Cleared between backward and step: the step has no gradient, and nothing moves."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for _ in range(3):
    weight.sum().backward()
    optimizer.zero_grad()
    optimizer.step()  # expect: TAP701
assert weight.item() == 1.0
