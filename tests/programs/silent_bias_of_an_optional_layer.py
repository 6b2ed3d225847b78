"""A layer without a weight has no bias either: what it is given is not what the bias goes into."""

import torch
from torch import nn
from torch.nn import functional as F


class Resample(nn.Module):
    def __init__(self, channels: int, kernel: int, bias: bool = True):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(channels, channels, kernel)) if kernel else None
        self.bias = nn.Parameter(torch.zeros(channels)) if kernel and bias else None

    def forward(self, x):
        w = self.weight if self.weight is not None else None
        b = self.bias if self.bias is not None else None
        if w is not None:
            x = F.conv1d(x, w)
        if b is not None:
            x = x.add_(b.reshape(1, -1, 1))
        return x


class Block(nn.Module):
    def __init__(self, channels: int, kernel: int):
        super().__init__()
        self.first = nn.Conv1d(channels, channels, 1)
        self.skip = Resample(channels, kernel)
        self.norm = nn.GroupNorm(4, channels)

    def forward(self, x):
        x = self.first(x)
        out = self.norm(x)
        return out + self.skip(x)
