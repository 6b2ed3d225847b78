"""One optimiser for all steps keeps its momentum."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9)
for _ in range(10):
    optimizer.zero_grad()
    weight.sum().backward()
    optimizer.step()
assert 1 - weight.item() > 4
