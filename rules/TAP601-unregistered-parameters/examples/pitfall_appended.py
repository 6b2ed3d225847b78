"""A list that is filled in a loop registers as little."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = []  # expect: TAP601
        for _ in range(3):
            self.layers.append(nn.Linear(4, 4))
            self.layers.append(nn.ReLU())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


assert not list(Net().parameters())
assert Net()(torch.ones(1, 4)).shape == (1, 4)
