import torch
from torch import nn


class Scaled(nn.Module):
    """A factor that is no mask changes the numbers each time."""

    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)
        self.factor = 0.9

    def shrink(self):
        self.layer.weight.data *= self.factor  # expect: TAP301 likely

    def forward(self, x):
        self.shrink()
        x = self.layer(x)
        self.shrink()
        return self.layer(x)


class Masked(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)
        self.mask = torch.eye(size)

    def shrink(self):
        self.layer.weight.data *= self.mask  # expect: TAP302

    def forward(self, x):
        self.shrink()
        x = self.layer(x)
        self.shrink()
        return self.layer(x)
