"""The branch first: the shortcut saves what the in-place ReLU has left."""

# torch: runs
import torch
from torch import nn


class PreActivation(nn.Module):
    def __init__(self):
        super().__init__()
        self.shortcut = nn.Conv1d(2, 2, 1)
        self.residual = nn.Sequential(nn.ReLU(inplace=True), nn.Conv1d(2, 2, 3, padding=1))

    def forward(self, x):
        residual = self.residual(x)
        shortcut = self.shortcut(x)
        return shortcut + residual


net = nn.Sequential(nn.Conv1d(1, 2, 1), PreActivation())
net(torch.tensor([[[1.0, -1.0, 2.0]]])).sum().backward()
