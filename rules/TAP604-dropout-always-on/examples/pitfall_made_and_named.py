"""A name for the new module makes no difference."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(100, 100)

    def forward(self, x):
        dropout = nn.Dropout(p=0.5)
        return dropout(self.layer(x))  # expect: TAP604


net = Net().eval()
x = torch.ones(1, 100)
assert not torch.equal(net(x), net(x))
