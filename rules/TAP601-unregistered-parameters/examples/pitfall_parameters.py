"""Parameters in a list are found by nobody."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = [nn.Parameter(torch.ones(4)) for _ in range(2)]  # expect: TAP601

    def forward(self, x):
        return x * self.scales[0] + self.scales[1]


assert not list(Net().parameters())
assert Net()(torch.ones(1, 4)).requires_grad
