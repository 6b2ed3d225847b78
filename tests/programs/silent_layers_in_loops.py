# torch: a function raises where it is marked, and nowhere else
from collections import OrderedDict

import torch
from torch import nn

IMAGES = torch.ones(2, 1, 16, 16)
INPUT = torch.ones(2, 3)


def block(width, normed=True):
    layers = [nn.Conv2d(width, width, 3)]
    if normed:
        layers.append(nn.BatchNorm2d(width))
    layers.append(nn.ReLU(inplace=True))
    return layers


def convolutions(plan=(1, "M", 1)):
    layers = []
    for each in plan:
        if each == "M":
            layers += [nn.MaxPool2d(2)]
        else:
            layers += block(each)
    nn.Sequential(*layers)(IMAGES).sum().backward()


def convolutions_by_name(depth=2):
    layers = OrderedDict()
    for at in range(depth):
        layers[f"conv{at}"] = nn.Conv2d(1, 1, 3)
        layers[f"relu{at}"] = nn.ReLU(inplace=True)
    nn.Sequential(layers)(IMAGES).sum().backward()


def linear_layers(depth=3):
    layers = []
    for _ in range(depth):
        layers.append(nn.Linear(3, 3))
        layers.append(nn.ReLU(inplace=True))
    nn.Sequential(*layers)(INPUT).sum().backward()


def unfinished_rounds(depth=3):
    layers = []
    for at in range(depth):
        layers.append(nn.Linear(3, 3))
        if at == depth - 1:
            layers.append(nn.Sigmoid())
        else:
            layers.append(nn.ReLU(inplace=True))
    nn.Sequential(*layers)(INPUT).sum().backward()


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers.append(nn.Conv2d(1, 1, 3))
            self.layers.append(nn.BatchNorm2d(1))
            self.layers.append(nn.ReLU(inplace=True))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def in_a_list_of_modules():
    Stack(2)(IMAGES).sum().backward()


def shuffled(order=(1, 0)):
    layers = [nn.Sigmoid(), nn.Linear(3, 3)]
    layers.reverse()
    layers.append(nn.Linear(3, 3))
    layers.append(nn.ReLU(inplace=True))
    nn.Sequential(*layers)(INPUT).sum().backward()


def skipped_over(depth=3):
    blocks = nn.Sequential(*[nn.Linear(3, 3) for _ in range(depth)])
    h = torch.sigmoid(nn.Linear(3, 3)(INPUT))
    out = blocks(h)
    out += h
    out.sum().backward()


class Score(nn.Module):
    def forward(self, x):
        self.loss = (x * x).mean()
        return x


def scored_in_each_round(depth=2):
    net, scores = nn.Sequential(), []
    for at in range(depth):
        net.add_module(f"layer{at}", nn.Linear(3, 3))
        net(INPUT).detach()
        scores.append(Score())
        net.add_module(f"score{at}", scores[-1])
    net = net[: 2 * depth]
    for _ in range(2):
        net(INPUT)
        loss = 0
        for each in scores:
            loss += each.loss
        loss.backward()


def mlp(sizes, act=nn.ReLU, last=nn.Identity):
    layers = []
    for at in range(len(sizes) - 1):
        chosen = act if at < len(sizes) - 2 else last
        layers += [nn.Linear(sizes[at], sizes[at + 1]), chosen()]
    return nn.Sequential(*layers)


def another_last_layer():
    out = mlp([3, 4, 2])(INPUT)
    out += 1
    out.sum().backward()


def another_last_layer_of_sizes(sizes=(3, 4, 4, 2)):
    out = mlp(list(sizes))(INPUT)
    out += 1
    out.sum().backward()
