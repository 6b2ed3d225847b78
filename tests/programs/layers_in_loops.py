# torch: a function raises where it is marked, and nowhere else
from collections import OrderedDict

import torch
from torch import nn

INPUT = torch.ones(2, 3)


def added_in_a_loop():
    layers = []
    for _ in range(3):
        layers += [nn.Linear(3, 3), nn.Tanh(), nn.ReLU(inplace=True)]
    net = nn.Sequential(*layers)
    net(INPUT).sum().backward()  # expect: TAP202


def appended_in_a_loop(depth=3):
    layers = [nn.Linear(3, 3)]
    for _ in range(depth):
        layers.append(nn.Linear(3, 3))
        layers.append(nn.Sigmoid())
    layers.append(nn.ReLU(inplace=True))
    net = nn.Sequential(*layers)
    net(INPUT).sum().backward()  # expect: TAP202


def over_the_end_of_a_round(depth=3):
    layers = []
    for _ in range(depth):
        layers.extend([nn.ReLU(inplace=True), nn.Linear(3, 3), nn.Sigmoid()])
    net = nn.Sequential(nn.Linear(3, 3), *layers)
    net(INPUT).sum().backward()  # expect: TAP202


def block():
    layers = [nn.Linear(3, 3)]
    layers.append(nn.Tanh())
    return layers + [nn.ReLU(inplace=True)]


def by_a_helper(depth=3):
    layers = []
    for _ in range(depth):
        layers.extend(block())
    net = nn.Sequential(*layers, nn.Linear(3, 1))
    net(INPUT).sum().backward()  # expect: TAP202


def in_a_display():
    net = nn.Sequential(*[*block(), nn.Linear(3, 1)])
    net(INPUT).sum().backward()  # expect: TAP202


def by_name_in_a_loop(depth=3):
    layers = OrderedDict()
    for at in range(depth):
        layers[f"layer{at}"] = nn.Linear(3, 3)
        layers[f"act{at}"] = nn.Sigmoid()
    layers["last"] = nn.ReLU(inplace=True)
    net = nn.Sequential(layers)
    net(INPUT).sum().backward()  # raises: expected there (each key may be that of the others)


def by_name():
    pairs = [("layer", nn.Linear(3, 3)), ("act", nn.Sigmoid()), ("last", nn.ReLU(True))]
    net = nn.Sequential(OrderedDict(pairs))
    net(INPUT).sum().backward()  # expect: TAP202


def with_a_layer_that_may_be_missing(bounded=True):
    layers = [nn.Linear(3, 3)]
    if bounded:
        layers.append(nn.Sigmoid())
    layers.append(nn.ReLU(inplace=True))
    net = nn.Sequential(*layers)
    net(INPUT).sum().backward()  # expect: TAP202


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.act = nn.Linear(3, 3), nn.ReLU(inplace=True)

    def forward(self, x):
        h = torch.sigmoid(self.layer(x))
        return self.act(h)  # expect: TAP202


def in_a_comprehension(depth=3):
    net = nn.Sequential(*[Block() for _ in range(depth)])
    net(INPUT).sum().backward()  # raises: expected there


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers.append(nn.Linear(3, 3))
            self.layers.append(nn.Sigmoid())
            self.layers += [nn.ReLU(inplace=True)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)  # expect: TAP202
        return x


def in_a_list_of_modules():
    Stack(3)(INPUT).sum().backward()  # raises: expected there
