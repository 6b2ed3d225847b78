"""A layer's weight is the product of a leaf: nothing registers it, and nothing trains it."""

# torch: raises ValueError: optimizer got an empty parameter list
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.rand(3, requires_grad=True) * 0.1  # expect: TAP106

    def forward(self, x):
        return self.weight * x


optimizer = torch.optim.Adam(Scale().parameters(), lr=0.1)
