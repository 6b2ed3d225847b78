"""A name for the layer does not keep it: it ends with the call."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        return layers(x)  # expect: TAP602


net, x = Net(), torch.ones(1, 4)
assert not torch.equal(net(x), net(x))
assert not list(net.parameters())
