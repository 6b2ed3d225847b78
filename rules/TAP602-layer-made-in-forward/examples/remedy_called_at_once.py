"""A layer of the network is made once."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 2)

    def forward(self, x):
        return self.linear(x)


net, x = Net(), torch.ones(1, 4)
assert torch.equal(net(x), net(x))
assert len(list(net.parameters())) == 2
