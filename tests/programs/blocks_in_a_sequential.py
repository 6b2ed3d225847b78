"""Layers that work in place beside blocks of the file's own classes, in one list of layers."""

from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = nn.Sequential(nn.Conv2d(width, width, 3), nn.ReLU(inplace=True))

    def forward(self, x):
        return x + self.block(x)


class Generator(nn.Module):
    def __init__(self, width, blocks):
        super().__init__()
        model = [nn.Conv2d(3, width, 7), nn.Tanh(), nn.ReLU(inplace=True)]
        for _ in range(blocks):
            model += [Block(width)]
        for _ in range(2):
            model += [nn.Conv2d(width, width, 3), nn.InstanceNorm2d(width), nn.ReLU(inplace=True)]
        self.model = nn.Sequential(*model)

    def forward(self, x):
        return self.model(x)  # expect: TAP202 likely


class Right(nn.Module):
    def __init__(self, width, blocks):
        super().__init__()
        layers = [nn.Conv2d(3, width, 7), nn.ReLU(inplace=True)]
        for _ in range(blocks):
            layers.append(Block(width))
        layers.append(nn.Tanh())
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x)


class Saturated(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = nn.Sequential(nn.Conv2d(width, width, 3), nn.Sigmoid())
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(self.block(x))  # expect: TAP202 likely


class Normed(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = nn.Sequential(nn.Conv2d(width, width, 3), nn.BatchNorm2d(width))
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(self.block(x))
