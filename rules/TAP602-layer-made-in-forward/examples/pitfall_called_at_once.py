"""The layer is another one in each call, and no optimiser sees it."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return nn.Linear(4, 2)(x)  # expect: TAP602


net, x = Net(), torch.ones(1, 4)
assert not torch.equal(net(x), net(x))
assert not list(net.parameters())
