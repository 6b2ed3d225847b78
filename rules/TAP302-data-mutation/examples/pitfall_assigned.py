"""Assigning another tensor to .data swaps the memory under a parameter."""

# torch: runs
import torch
from torch import nn

layer = nn.Linear(2, 2)
layer.weight.data = torch.eye(2)  # expect: TAP302
for p in layer.parameters():
    p.data = torch.zeros_like(p)  # expect: TAP302
