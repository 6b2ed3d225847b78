"""Scales in a dict, one of them under the name of a method of `ParameterDict`."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = {}  # expect: TAP601
        for name in ("half", "full"):
            self.scales[name] = nn.Parameter(torch.ones(4))

    def forward(self, x):
        return x * self.scales["half"] + self.scales["full"]


assert not list(Net().parameters())
