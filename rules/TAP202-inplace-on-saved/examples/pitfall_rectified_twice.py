"""An in-place ReLU saves its new value, which a second one changes even where it stays equal."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Stage(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.block(x)
        return self.relu(out)  # expect: TAP202


Stage()(torch.tensor([[1.0, -1.0]])).sum().backward()
