"""Cleared in each round, and the step in every fourth: three of four rounds are for nothing."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for step in range(4):
    optimizer.zero_grad()
    (weight / 4).sum().backward()
    if (step + 1) % 4 == 0:
        optimizer.step()  # expect: TAP701 likely
assert abs(1 - weight.item() - 0.25) < 1e-6
