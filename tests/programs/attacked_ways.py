"""Lists of layers that two ways fill: which layer goes with which is not forgotten."""

import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, width, gated):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.gated = gated

    def forward(self, x):
        x = self.linear(x)
        if self.gated:
            x = torch.sigmoid(x)
        return x


def gated_or_in_place(gated):
    if gated:
        layers = [Gate(3, True), nn.ReLU()]
    else:
        layers = [Gate(3, False), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


def frozen_first_or_last(first):
    if first:
        layers = [nn.Linear(3, 3), nn.Linear(3, 1)]
        layers[0].requires_grad_(False)
    else:
        layers = [nn.Linear(3, 3), nn.Linear(3, 1)]
        layers[1].requires_grad_(False)
    return nn.Sequential(*layers)


def train(x, flag):
    gated_or_in_place(flag)(x).sum().backward()
    frozen_first_or_last(flag)(x).sum().backward()


def parts(net, x):
    found = [torch.zeros(()), torch.zeros(())]
    found[0:1] = [nn.Linear(3, 1)(x).sum()]
    total = (found[0] + found[1]) ** 2
    total.backward()
    total.backward()  # expect: TAP501
