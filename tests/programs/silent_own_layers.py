# torch: a function raises where it is marked, and nowhere else
import torch
from torch import nn

INPUT = torch.ones(2, 3)


class Unbiased(nn.Linear):
    def __init__(self, width):
        super().__init__(width, width, bias=False)
        if self.bias is not None:
            self.bias.fill_(0)
        with torch.no_grad():
            self.weight.fill_(0)


class Plain(nn.InstanceNorm2d):
    def __init__(self, width):
        super().__init__(width)
        if self.weight is not None:
            self.weight.fill_(0)


class Counting(nn.BatchNorm2d):
    def __init__(self, width):
        super().__init__(width)
        self.running_mean.fill_(1)
        nn.init.zeros_(self.weight)


class Frozen(nn.Linear):
    def __init__(self, width):
        super().__init__(width, width)
        self.weight.requires_grad_(False)
        self.weight.fill_(0)


class Replaced(nn.Linear):
    def __init__(self, width):
        super().__init__(width, width)
        self.weight = nn.Parameter(torch.zeros(width, width), requires_grad=False)
        self.weight.fill_(1)


class Masked(nn.Linear):
    def __init__(self, width):
        super().__init__(width, width)
        self.register_buffer("mask", torch.ones(width, width))

    def forward(self, x):
        return nn.functional.linear(x, self.weight * self.mask, self.bias)


def made():
    Unbiased(3), Plain(3), Counting(3), Frozen(3), Replaced(3)


def masked():
    net = Masked(3)
    net.mask[0] = 0
    out = net(INPUT)
    out *= 2
    out.sum().backward()


class ConvBNReLU(nn.Sequential):
    def __init__(self, width):
        super().__init__(nn.Linear(width, width), nn.BatchNorm1d(width), nn.ReLU(inplace=True))


def in_order():
    nn.Sequential(ConvBNReLU(3), ConvBNReLU(3))(INPUT).sum().backward()
