"""What it is told is what is meant, even if it is always to drop."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.chance = 0.5

    def forward(self, x):
        return F.dropout(x, 0.5, True)


net = Net().eval()
x = torch.ones(1, 100)
assert not torch.equal(net(x), net(x))
