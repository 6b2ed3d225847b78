"""Whole channels are dropped, in evaluation, too."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.chance = 0.5

    def forward(self, x):
        x = x.view(1, 10, 10, 1)
        return F.dropout2d(x, self.chance)  # expect: TAP604


net = Net().eval()
x = torch.ones(1, 100)
assert not torch.equal(net(x), net(x))
