"""The branch is taken in training alone."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.chance = 0.5

    def forward(self, x):
        if self.training and self.chance > 0:
            x = F.dropout(x, self.chance)
        return x


net = Net().eval()
x = torch.ones(1, 100)
assert torch.equal(net(x), net(x))
