"""A module has no flag: the assignment makes an attribute, and the layer is trained."""

# torch: runs
import torch
from torch import nn

backbone = nn.Linear(2, 2)
backbone.requires_grad = False  # expect: TAP603
backbone(torch.ones(1, 2)).sum().backward()
assert backbone.weight.grad is not None
