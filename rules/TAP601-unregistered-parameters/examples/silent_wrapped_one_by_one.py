"""Each layer is wrapped in a module, and those are registered."""

# torch: runs
import torch
from torch import nn


class Activated(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return torch.tanh(self.layer(x))


class Net(nn.Module):
    def __init__(self, sizes=(2, 3, 1)):
        super().__init__()
        self.layers = []
        for one, two in zip(sizes, sizes[1:]):
            self.layers.append(nn.Linear(one, two))
        wrapped = []
        for at, layer in enumerate(self.layers):
            wrapped.append(Activated(layer))
        self.inner = nn.Sequential(*wrapped)

    def forward(self, x):
        return self.inner(x)


assert len(list(Net().parameters())) == 4
