import torch
from torch import nn


class Counted(nn.Module):
    """A buffer that is no statistic of the input: the input comes from a layer."""

    def __init__(self, size):
        super().__init__()
        self.register_buffer("rounds", torch.zeros(()))
        self.register_buffer("mask", torch.ones(size))

    def forward(self, x):
        self.rounds += 1
        self.mask = torch.ones(x.size(1), device=x.device)
        y = x.sigmoid()
        y.mul_(self.mask)  # expect: TAP202 likely
        return y


class Watched(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))

    def forward(self, x):
        self.mean = 0.9 * self.mean + 0.1 * x.detach().mean(0)
        y = torch.tanh(x - self.mean)
        y += 1  # expect: TAP202 likely
        return y
