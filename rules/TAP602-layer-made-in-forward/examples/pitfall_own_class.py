"""A layer of the project's own is made in `forward`."""

# torch: runs
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.linear = nn.Linear(size, size)

    def forward(self, x):
        return self.linear(x).relu()


class Net(nn.Module):
    def forward(self, x):
        return Block(4)(x)  # expect: TAP602


assert not list(Net().parameters())
assert Net()(torch.ones(1, 4)).shape == (1, 4)
