"""Modules of the project's own in a tuple."""

# torch: runs
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(x).relu()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = (Block(), Block())  # expect: TAP601

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


assert not list(Net().parameters())
assert Net()(torch.ones(1, 4)).shape == (1, 4)
