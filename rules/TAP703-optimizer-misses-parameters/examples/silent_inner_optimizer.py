"""Each task adapts a copy of its own."""

# torch: runs
import copy

import torch
from torch import nn

net = nn.Linear(2, 1)
for task in torch.randn(5, 4, 2):
    adapted = copy.deepcopy(net)
    optimizer = torch.optim.Adam(adapted.parameters())
    adapted(task).pow(2).mean().backward()
    optimizer.step()
