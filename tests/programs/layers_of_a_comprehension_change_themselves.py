import torch
from torch import nn


class Block(nn.Module):
    """Each block changes its own weight before it uses it."""

    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)
        self.register_buffer("level", torch.ones(size))

    def forward(self, x):
        with torch.no_grad():
            self.layer.weight.mul_(0.99)
            self.level.mul_(0.9)
        return self.layer(x) * self.level


class Shrinking(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Conv1d(size, size, 1)

    def forward(self, x):
        self.layer.weight.data.mul_(0.9)  # expect: TAP302
        return self.layer(x)


class Tower(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.first = Shrinking(size)
        self.blocks = nn.ModuleList([Shrinking(size) for _ in range(depth)])
        self.stack = nn.Sequential(*[Shrinking(size) for _ in range(depth)])

    def forward(self, x):
        x = self.first(x)
        for block in self.blocks:
            x = block(x)
        return self.stack(x)


class Deep(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.first = Block(size)
        self.blocks = nn.ModuleList([Block(size) for _ in range(depth)])
        self.stack = nn.Sequential(*[Block(size) for _ in range(depth)])

    def forward(self, x):
        x = self.first(x)
        for block in self.blocks:
            x = block(x)
        return self.stack(x)


Deep(3, 4)(torch.randn(2, 3)).sum().backward()


class Shared(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)

    def forward(self, x):
        with torch.no_grad():
            self.layer.weight.mul_(0.99)  # expect: TAP202
        return self.layer(x)


shared = Shared(3)
twice = nn.Sequential(shared, shared)
twice(torch.randn(2, 3, requires_grad=True)).sum().backward()
