"""Cleared where the step comes, the gradients of four rounds count."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for step in range(4):
    (weight / 4).sum().backward()
    if (step + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
assert abs(1 - weight.item() - 1) < 1e-6
