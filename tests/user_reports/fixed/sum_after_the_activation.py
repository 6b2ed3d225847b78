"""The identity is added first, to what the normalisation gave."""
# torch: runs
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
        out += identity
        return self.relu(out)


loss = Block()(torch.randn(2, 2, 3, 3)).sum()
loss.backward()
