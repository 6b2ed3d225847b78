# torch: a function raises where it is marked, and nowhere else
import torch
from torch import nn

INPUT = torch.ones(2, 3)


def neither_saves(padded=True):
    layer, act = nn.Linear(3, 3), nn.Flatten() if padded else nn.Identity()
    out = act(layer(INPUT))
    out += 1
    out.sum().backward()


class Saves(nn.Module):
    """It saves what it gives, and changes nothing."""

    def forward(self, x):
        return torch.sigmoid(x)

    def close(self, x):
        return x


class Changes(nn.Module):
    """It changes what it is given, and saves nothing."""

    def forward(self, x):
        return x + 1

    def close(self, x):
        return x.mul_(2)


def one_saves_and_the_other_changes(first=True):
    net = Saves() if first else Changes()
    h = net(nn.Linear(3, 3)(INPUT))
    net.close(h).sum().backward()


def called_twice(first=True):
    net = Saves() if first else Changes()
    h = net(net(nn.Linear(3, 3)(INPUT)))
    net.close(h).sum().backward()


def in_a_method_of_either(first=True):
    close = (Saves() if first else Changes()).close
    close(nn.Linear(3, 3)(INPUT)).sum().backward()


def relu_in_any_order():
    layers = [nn.Linear(3, 3), nn.ReLU(inplace=True), nn.BatchNorm1d(3), nn.ReLU(inplace=True)]
    layers += [nn.Linear(3, 3)]
    x = INPUT
    for at in range(len(layers)):
        x = layers[at](x)
    x.sum().backward()


def own_layers_by_name(names=("linear", "relu", "linear")):
    layers = {"linear": nn.Linear(3, 3), "relu": nn.ReLU(inplace=True)}
    x = INPUT
    for name in names:
        x = layers[name](x)
    x.sum().backward()


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict({"relu": nn.ReLU(inplace=True), "linear": nn.Linear(3, 3)})

    def one(self, name, x):
        return self.layers[name](x)

    def forward(self, x):
        for name in ("linear", "relu", "linear"):
            x = self.one(name, x)
        return x


def by_name_in_a_method():
    Blocks()(INPUT).sum().backward()
