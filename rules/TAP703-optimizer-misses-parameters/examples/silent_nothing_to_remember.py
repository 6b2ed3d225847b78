"""Plain SGD keeps nothing from step to step, so that nothing is lost."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
for step in range(10):
    optimizer = torch.optim.SGD([weight], lr=0.1 / (step + 1))
    optimizer.zero_grad()
    weight.sum().backward()
    optimizer.step()
