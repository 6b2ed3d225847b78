"""What stands on objects: one of several layers, and what the first call has left."""

import torch
from torch import autograd, nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.u = torch.ones(size)
        self.z = torch.zeros(size)
        self.x = torch.zeros(size)

    def inverse(self, x):
        x.requires_grad_()
        self.x = x
        self.z = torch.dot(self.u, self.u * x)
        return self.z

    def slope(self):
        return autograd.grad(self.z, self.x)


class Flow(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.blocks = nn.ModuleList()
        for _ in range(size):
            self.blocks.append(Block(size))

    def inverse(self, x):
        for at in range(self.size):
            self.blocks[at].inverse(x[at])
            yield self.blocks[at].slope()


class Slope(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.z = torch.zeros(size)

    def early(self):
        return self.z.sum().backward()  # expect: TAP104


class Sampler:
    def __init__(self, rate):
        self.rate = rate
        self.last = None

    def move(self, x):
        if self.last is None:
            self.last = x
            x = x.requires_grad_(True)
            slope = autograd.grad(x.pow(2).sum(), x, create_graph=True)[0]
        else:
            self.last = x
            # Somebody else would have to set `last` for the first point to come here.
            slope = autograd.grad(x.pow(2).sum(), x, create_graph=True)[0]  # expect: TAP104 likely
        return x + self.rate * slope


sampler = Sampler(0.1)
position = torch.randn(4, 2)
for step in range(3):
    position = sampler.move(position)
