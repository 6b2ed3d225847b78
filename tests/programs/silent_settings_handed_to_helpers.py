import torch
from torch import nn


def standardise(values, trains, level, spread=None):
    if trains:
        mean = values.mean(0)
        values = values - mean
        level = 0.5 * level + 0.5 * mean
    else:
        values = values / level
    return values, level


class Standardised(nn.Module):
    """The level has a history while it trains; only evaluation reads it."""

    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.level = torch.ones(size)

    def forward(self, values):
        values, self.level = standardise(values, self.training, self.level)
        return values * self.gain


net = nn.Sequential(nn.Linear(3, 3), Standardised(3), nn.Linear(3, 1))
for _ in range(4):
    net(torch.randn(8, 3)).sum().backward()


def clip(values, keep):
    if not keep:
        values.clamp_(0, 1)
    return values


def total(values, evaluates):
    return values.sum() if evaluates else (values * values).sum()


class Clipped(nn.Module):
    def __init__(self, keep):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.keep = keep

    def forward(self, x):
        hidden = self.layer(x)
        loss = total(hidden, evaluates=not self.keep)
        clip(hidden, self.keep)
        loss.backward()
