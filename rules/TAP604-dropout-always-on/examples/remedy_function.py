"""Told whether the module trains, the function drops nothing in evaluation."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(100, 100)

    def forward(self, x):
        return F.dropout(self.layer(x), p=0.5, training=self.training)


net = Net().eval()
x = torch.ones(1, 100)
assert torch.equal(net(x), net(x))
