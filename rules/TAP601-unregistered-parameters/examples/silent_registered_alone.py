"""The list holds layers that the module has as attributes, too."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)
        self.layers = [self.first, self.second]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


assert len(list(Net().parameters())) == 4
