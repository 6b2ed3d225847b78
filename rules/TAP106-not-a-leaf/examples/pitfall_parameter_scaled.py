"""A module registers a Parameter, not the product of one."""

# torch: raises ValueError: optimizer got an empty parameter list
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(3)) * 0.1  # expect: TAP106

    def forward(self, x):
        return self.weight * x


optimizer = torch.optim.Adam(Scale().parameters(), lr=0.1)
