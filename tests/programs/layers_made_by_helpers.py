"""Layers that a function makes, in a plain container: the constructor is followed for that."""

import torch
from torch import nn


def head(width, size):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, size))


def activation(name):
    return {"relu": nn.ReLU, "tanh": nn.Tanh}[name]()


class Quantiles(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.quantiles = config["quantiles"]
        self.heads = {q: head(config["width"], 3) for q in self.quantiles}  # expect: TAP601

    def forward(self, x):
        return torch.stack([self.heads[q](x) for q in self.quantiles], dim=-1)


class Listed(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = []  # expect: TAP601
        for inner, outer in zip(sizes[:-1], sizes[1:]):
            self.layers.append(head(inner, outer))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Registered(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.ModuleList([head(each, each) for each in sizes])
        self.by_name = [head(each, each) for each in sizes]
        for at, each in enumerate(self.by_name):
            self.add_module(f"head{at}", each)

    def forward(self, x):
        for layer in [*self.layers, *self.by_name]:
            x = layer(x)
        return x


class Activated(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.activations = [activation(each) for each in names]

    def forward(self, x):
        for each in self.activations:
            x = each(x)
        return x
