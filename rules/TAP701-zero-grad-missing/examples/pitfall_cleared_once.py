"""Cleared before the loop alone, the gradients of all rounds add up."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
optimizer.zero_grad()
for _ in range(3):
    loss = weight.sum()
    loss.backward()
    optimizer.step()  # expect: TAP701
assert abs(1 - weight.item() - 6) < 1e-6
