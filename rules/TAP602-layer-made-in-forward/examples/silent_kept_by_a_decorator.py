"""A decorator keeps the layer that a method makes: the next call gets the same one."""

# torch: runs
import functools

import torch
from torch import nn


def kept(name):
    def decorate(make):
        @functools.wraps(make)
        def once(self, *args):
            layer = getattr(self, name)
            if layer is not None:
                return layer
            layer = make(self, *args)
            setattr(self, name, layer)
            return layer

        return once

    return decorate


class Head(nn.Module):
    def __init__(self, inner, outer):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inner, outer), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = None

    @kept("head")
    def make_head(self, x):
        _, inner = x.shape
        head = Head(inner, 3)
        return head.to(x)

    def features(self, x):
        return x * 2

    def forward(self, x):
        features = self.features(x)
        head = self.make_head(features)
        return head(features), features


net, x = Net(), torch.ones(1, 4)
assert torch.equal(net(x)[0], net(x)[0])
assert len(list(net.parameters())) == 2
