"""Layers and functions stand in one list, which `ModuleList` does not take."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = [nn.Linear(4, 4), torch.relu, nn.Linear(4, 1)]  # expect: TAP601

    def forward(self, x):
        for step in self.steps:
            x = step(x)
        return x


net = Net()
assert not list(net.parameters())
assert net(torch.ones(1, 4)).requires_grad
