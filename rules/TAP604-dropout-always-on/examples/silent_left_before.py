"""In evaluation, the method has returned before."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.chance = 0.5

    def forward(self, x):
        if not self.training:
            return x
        return F.dropout(x)


net = Net().eval()
x = torch.ones(1, 100)
assert torch.equal(net(x), net(x))
