"""The last round is told by a variable that holds the length, or by the number that comes next."""

import torch
from torch import nn


def by_variable(widths, start):
    weight = torch.ones(3, requires_grad=True)
    layers = [nn.Linear(each, each) for each in widths]
    last = len(layers) - 1
    x = weight * start
    for at, layer in enumerate(layers):
        x = layer(x)
        if at != last:
            x = torch.sigmoid(x)
    x.add_(1)
    x.sum().backward()


def by_next(widths, start):
    weight = torch.ones(3, requires_grad=True)
    layers = [nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 3)]
    x = weight * 1
    for at, layer in enumerate(layers):
        x = layer(x)
        if not at + 1 == len(layers):
            x = torch.sigmoid(x)
    x.add_(1)
    x.sum().backward()


def in_the_last(widths):
    weight = torch.ones(3, requires_grad=True)
    layers = [nn.Linear(each, each) for each in widths]
    last = len(layers) - 1
    x = weight * 1
    for at, layer in enumerate(layers):
        x = layer(x)
        if at == last:
            x = torch.sigmoid(x)
    x.add_(1)  # expect: TAP202
    x.sum().backward()


def before_it_grows(start):
    weight = torch.ones(3, requires_grad=True)
    layers = [nn.Linear(3, 3), nn.Linear(3, 3)]
    last = len(layers) - 1
    layers.append(nn.Linear(3, 3))
    x = weight * 1
    for at, layer in enumerate(layers):
        x = layer(x)
        if at != last:
            x = torch.sigmoid(x)
    x.add_(1)  # expect: TAP202
    x.sum().backward()
