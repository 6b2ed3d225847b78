"""A residual block adds the identity to the result of its ReLU, in place."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/vision/issues/807
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 1)
        self.bn = nn.BatchNorm2d(2)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        identity = x
        out = self.bn(self.conv(x))
        out = self.relu(out)
        out += identity  # expect: TAP202
        return out


loss = Block()(torch.randn(2, 2, 3, 3)).sum()
loss.backward()
