"""A layer is used as a function: its weights are computed by another one."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hyper = nn.Linear(4, 8)

    def forward(self, x):
        linear = nn.Linear(4, 2, bias=False)
        del linear.weight
        linear.weight = self.hyper(x).view(2, 4)
        return linear(x)


net, x = Net(), torch.ones(1, 4)
assert torch.equal(net(x), net(x))
