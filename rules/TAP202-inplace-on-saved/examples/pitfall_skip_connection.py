"""The branch ends in ReLU, which saves its result; the skip is then added in place."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.branch = nn.Sequential(
            nn.Linear(width, width),
            nn.BatchNorm1d(width),
            nn.ReLU(),
        )

    def forward(self, x):
        skip = x
        out = self.branch(x)
        out += skip  # expect: TAP202
        return out


model = Residual(3)
model(torch.randn(4, 3)).pow(2).mean().backward()
