"""The mask is applied on the way, and the weight stays."""
# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class MaskedConv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 1)
        self.register_buffer("mask", torch.tensor([1.0, 0.0]).view(2, 1, 1, 1))

    def forward(self, x):
        return F.conv2d(x, self.conv.weight * self.mask, self.conv.bias)


layer = MaskedConv()
layer(torch.randn(1, 1, 2, 2)).sum().backward()
assert layer.conv.weight[1].item() != 0.0
