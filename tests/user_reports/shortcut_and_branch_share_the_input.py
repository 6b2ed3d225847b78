"""A branch whose first layer works in place changes the input that the shortcut's layer has saved."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/pytorch/issues/15428
import torch
from torch import nn


class Preactivated(nn.Module):
    def __init__(self):
        super().__init__()
        self.shortcut = nn.Conv2d(2, 4, 1)
        self.branch = nn.Sequential(nn.ReLU(inplace=True), nn.Conv2d(2, 4, 1))

    def forward(self, x):
        return self.shortcut(x) + self.branch(x)  # expect: TAP202


stem = nn.Conv2d(1, 2, 1)
loss = Preactivated()(stem(torch.randn(1, 1, 3, 3))).square().sum()
loss.backward()
