"""The method freezes every parameter of the module."""

# torch: runs
import torch
from torch import nn

backbone = nn.Linear(2, 2)
backbone.requires_grad_(False)
head = nn.Linear(2, 1)
head(backbone(torch.ones(1, 2))).sum().backward()
assert backbone.weight.grad is None
