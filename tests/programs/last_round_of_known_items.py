"""Loops over a few known items: what stands behind the last one is left out in its round."""

import torch
import torch.nn.functional as F
from torch import nn

w = torch.ones(3, requires_grad=True)
weights = [torch.ones(3, 3, requires_grad=True), torch.ones(3, 3, requires_grad=True)]

h = w * 1
for i, weight in enumerate(weights):
    h = weight @ h
    if i < len(weights) - 1:
        h = torch.sigmoid(h)
h += 1
h.sum().backward()

h = w * 1
for i, weight in enumerate(weights):
    h = weight @ h
    h = torch.sigmoid(h) if not i == len(weights) - 1 else h
h += 1
h.sum().backward()

h = w * 1
for i, weight in enumerate(weights):
    h = weight @ h
    if i > 0:
        h = torch.sigmoid(h)
h += 1  # expect: TAP202
h.sum().backward()

h = w * 1
for i, weight in enumerate(weights):
    h = weight @ h
    if not i < len(weights) - 1:
        h = torch.sigmoid(h)
h += 1  # expect: TAP202
h.sum().backward()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(3, 3), nn.Linear(3, 3)]  # expect: TAP601

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i != len(self.layers) - 1:
                x = torch.sigmoid(x)
        x += 1
        return x


class Head(nn.Module):
    def __init__(self, width, layers):
        super().__init__()
        self.num_layers = layers
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))

    def forward(self, x):
        at = 0
        for layer in self.layers:
            x = layer(x) if at == self.num_layers - 1 else F.relu(layer(x))
            at += 1
        x.clamp_(min=-10.0, max=10.0)
        return x
