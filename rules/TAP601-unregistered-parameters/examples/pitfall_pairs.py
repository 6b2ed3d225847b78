"""A list of pairs, filled by a method that the constructor calls, registers nothing."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = []  # expect: TAP601
        self.add_blocks()

    def add_blocks(self):
        for _ in range(3):
            self.blocks.append((nn.Linear(4, 4), nn.ReLU()))

    def forward(self, x):
        for layer, activation in self.blocks:
            x = activation(layer(x))
        return x


assert not list(Net().parameters())
assert Net()(torch.ones(1, 4)).shape == (1, 4)
