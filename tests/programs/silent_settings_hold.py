"""A setting that a branch asks for is the same in each round, and in another branch."""

import argparse

import torch
from torch import nn

args = argparse.ArgumentParser().parse_args()
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))

for x in torch.ones(3, 3):
    if args.kind == "squares":
        total = net(x).pow(2).mean()
    elif args.kind == "values":
        total = net(x).mean()
    total.backward()

for x in torch.ones(3, 3):
    h = torch.sigmoid(net(x))
    if args.scaled:
        h.mul_(2)
    if not args.scaled:
        h.sum().backward()


def train(batches, opt):
    for x in batches:
        if opt.kind == "squares":
            total = net(x).pow(2).mean()
        elif opt.kind == "values":
            total = net(x).mean()
        total.backward()


class Prior(nn.Module):
    """What is kept under a name at first need be no weight yet."""

    def __init__(self, start, rate=0.01):
        super().__init__()
        self.rate = rate * torch.ones_like(start, requires_grad=True)
        self.rate = nn.Parameter(self.rate.detach())
