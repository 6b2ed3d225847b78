"""The backbone is frozen while the head warms up; its optimiser steps in vain, which is meant."""

# torch: runs
import torch
from torch import nn

backbone, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizers = [torch.optim.SGD(each.parameters(), lr=0.1) for each in (backbone, head)]
backbone.requires_grad_(False)
for inputs in torch.randn(3, 8, 4):
    for each in optimizers:
        each.zero_grad()
    head(backbone(inputs)).pow(2).mean().backward()
    for each in optimizers:
        each.step()
