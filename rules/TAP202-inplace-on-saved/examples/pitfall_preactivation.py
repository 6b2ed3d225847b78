"""The shortcut's convolution saved the input that the branch's first layer rectifies in place."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class PreActivation(nn.Module):
    def __init__(self):
        super().__init__()
        self.shortcut = nn.Conv1d(2, 2, 1)
        self.residual = nn.Sequential(nn.ReLU(inplace=True), nn.Conv1d(2, 2, 3, padding=1))

    def forward(self, x):
        shortcut = self.shortcut(x)
        residual = self.residual(x)  # expect: TAP202
        return shortcut + residual


net = nn.Sequential(nn.Conv1d(1, 2, 1), PreActivation())
net(torch.tensor([[[1.0, -1.0, 2.0]]])).sum().backward()
