import torch
from torch import nn


class Node:
    def __init__(self, parent: "Node" = None):
        if parent is not None:
            y = parent.w.exp()
            y.add_(1)  # expect: TAP202
            y.sum().backward()
        self.w = torch.ones(3, requires_grad=True)


class Last:
    last = None

    def __init__(self):
        if Last.last is not None:
            Last.last.add_(1)  # expect: TAP201
        Last.last = torch.ones(3, requires_grad=True)


class Shared(nn.Module):
    shared = None

    def forward(self, x):
        Shared.shared.add_(1)  # expect: TAP201

    def setup(self, x):
        Shared.shared = torch.ones(3, requires_grad=True)
