"""The heads stand in a dict under numbers, which `ModuleDict` does not take."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.heads = {size: nn.Linear(4, size) for size in (1, 2)}  # expect: TAP601

    def forward(self, x, size):
        return self.heads[size](self.body(x))


net = Net()
assert len(list(net.parameters())) == 2
assert net(torch.ones(1, 4), 2).shape == (1, 2)
