"""A layer that normalises its own weight in forward raises at the first call."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class Cosine(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, x):
        self.weight /= self.weight.norm()  # expect: TAP201
        return x @ self.weight


Cosine()(torch.ones(1, 3))
