# torch: a function raises where it is marked, and nowhere else
import torch
from torch import nn

INPUT = torch.ones(2, 3)


def scaled_by_a_new_tensor(several=True):
    net = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())
    if several:
        net = nn.DataParallel(net)
    opened = net(INPUT)
    opened = opened * 0.5
    opened.sum().backward()


def not_saved(several=True):
    net = nn.Sequential(nn.Sigmoid(), nn.Linear(3, 3))
    if several:
        net = nn.DataParallel(net)
    out = net(INPUT)
    out *= 0.5
    out.sum().backward()


def compiled_function():
    net = torch.compile(lambda x: x * 2, backend="eager")
    out = net(INPUT.clone().requires_grad_())
    out *= 0.5
    out.sum().backward()


class Wrapper(nn.Module):
    """Its ``module`` is its own, and not what it does."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        return self.module(x).neg()


def own_wrapper():
    net = Wrapper(nn.Sequential(nn.Linear(3, 3), nn.Sigmoid()))
    out = net(INPUT)
    out *= 0.5
    out.sum().backward()


def frozen_in_its_wrapper():
    net = nn.DataParallel(nn.Linear(3, 3))
    net.module.requires_grad_(False)
    net.module.weight.zero_()
