"""A parameter is converted in __init__: what self keeps is no parameter, and no optimiser sees it."""
# torch: runs
# report: https://github.com/pytorch/pytorch/issues/17484
import torch
from torch import nn


class Offset(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.linear = nn.Linear(size, size)
        self.offset = nn.Parameter(torch.zeros(size)).to(torch.bfloat16)  # expect: TAP106

    def forward(self, x):
        return torch.relu(self.linear(x) - self.offset)


layer = Offset(3)
assert "offset" not in layer.state_dict()
