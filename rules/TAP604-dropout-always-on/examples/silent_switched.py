"""The new module is told whether to train."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.chance = 0.5

    def forward(self, x):
        return nn.Dropout(0.5).train(self.training)(x)


net = Net().eval()
x = torch.ones(1, 100)
assert torch.equal(net(x), net(x))
