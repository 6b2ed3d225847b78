"""A norm that is made anew never learns its scale."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return nn.LayerNorm(4)(x + self.linear(x))  # expect: TAP602


assert len(list(Net().parameters())) == 2
