"""A module of the network is switched with it."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(100, 100)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x):
        return self.dropout(self.layer(x))


net = Net().eval()
x = torch.ones(1, 100)
assert torch.equal(net(x), net(x))
