import torch
from torch import nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)
        self.layer = nn.Linear(3, 3)

    def freeze(self):
        self.norm.weight.requires_grad_(False)
        self.layer.weight.requires_grad_(False)

    def forward(self, x):
        self.norm.weight.add_(1.0)
        self.layer.weight.add_(1.0)
        self.layer.bias.add_(1.0)  # expect: TAP201


class Open(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def look(self):
        return self.norm.weight.sum() + self.norm.running_mean.sum()

    def forward(self, x):
        self.norm.weight.add_(1.0)  # expect: TAP201
