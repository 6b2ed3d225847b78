"""Copies of one layer in a list: nothing of them is trained or saved."""

# torch: runs
import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.Linear(4, 4)
        self.layers = [copy.deepcopy(layer) for _ in range(3)]  # expect: TAP601
        self.optimizer = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def checkpoint(self):
        return self.optimizer.state_dict()


net = Net()
assert net(torch.ones(1, 4)).requires_grad
assert not list(net.parameters())
