"""A method that `forward` calls makes the layer."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def project(self, x):
        return nn.Linear(4, 2).to(x.device)(x)  # expect: TAP602

    def forward(self, x):
        return self.project(x)


net, x = Net(), torch.ones(1, 4)
assert not torch.equal(net(x), net(x))
assert not list(net.parameters())
