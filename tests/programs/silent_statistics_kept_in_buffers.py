import torch
from torch import nn


class Normalise(nn.Module):
    """Of observations: had they a history, the second round's backward would raise anyway."""

    def __init__(self, size):
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x):
        count = torch.full_like(self.seen, x.size(0))
        total = x.sum(0)
        self.mean = (self.seen * self.mean + total) / (self.seen + count)
        self.seen += count
        return x - self.mean


class Exponential(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("level", torch.ones(size))
        self.register_buffer("weight", torch.ones(size))

    def forward(self, features: torch.Tensor):
        size = features.pow(2).mean(0)
        self.level.mul_(0.9).add_(0.1 * size)
        scaled = features * self.weight.exp() * size * size
        size.sqrt_()
        self.weight += 1
        return scaled / size
