"""The convolution saves its input, and the shared in-place ReLU then changes that input."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv1d(1, 2, 3, padding=1)
        self.side = nn.Conv1d(2, 2, 1)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.stem(x)
        side = self.side(out)
        out = self.relu(out)  # expect: TAP202
        return out + side


Gate()(torch.ones(1, 1, 5)).sum().backward()
