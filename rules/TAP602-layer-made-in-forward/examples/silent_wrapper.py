"""A new module around layers that the network holds has none of its own."""

# torch: runs
import torch
from torch import nn


class Twice(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(self.layer(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return nn.Sequential(Twice(self.linear), self.linear)(x)


net, x = Net(), torch.ones(1, 4)
assert torch.equal(net(x), net(x))
