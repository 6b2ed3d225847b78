"""Each layer of a list changes its own weights before it uses them; a shared one is used before."""

import torch
from torch import nn


class Causal(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.conv = nn.Conv2d(3, 3, 3)

    def make_causal(self):
        self.conv.weight.data[:, :, -1].zero_()  # expect: TAP302

    def forward(self, x):
        if self.kind == "A":
            self.make_causal()
        return self.conv(x)


class Stack(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.layers = nn.ModuleList()
        for i in range(count):
            self.layers.append(Causal("A" if i == 0 else "B"))

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
        return x


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3)

    def forward(self, x, count):
        for _ in range(count):
            self.conv.weight.data[:, :, 0].mul_(0.5)  # expect: TAP301 likely
            x = self.conv(x)
        return x
