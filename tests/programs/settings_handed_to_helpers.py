import torch
from torch import nn


def standardise(values, trains, level):
    if trains:
        values = values / level
        level = 0.5 * level + 0.5 * values.mean(0)
    return values, level


class Standardised(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.level = torch.ones(size)

    def forward(self, values):
        values, self.level = standardise(values, self.training, self.level)
        return values * self.gain


net = nn.Sequential(nn.Linear(3, 3), Standardised(3), nn.Linear(3, 1))
for _ in range(4):
    net(torch.randn(8, 3)).sum().backward()  # expect: TAP501


def clip(values, keep):
    if not keep:
        values.clamp_(0, 1)  # expect: TAP202
    return values


class Clipped(nn.Module):
    def __init__(self, keep, squares):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.keep, self.squares = keep, squares

    def forward(self, x):
        hidden = self.layer(x)
        loss = (hidden * hidden).sum() if self.squares else hidden.sum()
        clip(hidden, self.keep)
        loss.backward()
