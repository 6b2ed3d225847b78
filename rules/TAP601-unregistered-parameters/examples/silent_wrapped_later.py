"""The list is what a `Sequential` is made of."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4), nn.ReLU()]
        self.net = nn.Sequential(*self.layers)

    def forward(self, x):
        return self.net(x)


assert len(list(Net().parameters())) == 2
