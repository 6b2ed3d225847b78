"""Weights of a layer that are made with a gradient wanted, and scaled or moved at once."""

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = torch.ones(width, requires_grad=True) * 0.5  # expect: TAP106
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        return x * self.weight + self.bias


class Moved(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = torch.randn(width, requires_grad=True).cuda()  # expect: TAP106

    def forward(self, x):
        return x * self.weight


class Kept(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width) * 0.5)
        self.shift = torch.zeros(width, requires_grad=True)
        self.mask = torch.ones(width) * 0.5
        start = torch.ones(width, requires_grad=True)
        self.start = start
        self.doubled = start * 2

    def forward(self, x):
        return (x * self.weight + self.shift) * self.mask

    def perturb(self, x):
        self.noise = torch.zeros_like(x, requires_grad=True) * 0.1
        return x + self.noise


class Settings:
    def __init__(self, width):
        self.weight = torch.ones(width, requires_grad=True) * 0.5
