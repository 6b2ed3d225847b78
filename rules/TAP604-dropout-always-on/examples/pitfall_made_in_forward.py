"""A module that is made in `forward` is always new, and trains."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(100, 100)

    def forward(self, x):
        return nn.Dropout(0.5)(self.layer(x))  # expect: TAP604


net = Net().eval()
x = torch.ones(1, 100)
assert not torch.equal(net(x), net(x))
