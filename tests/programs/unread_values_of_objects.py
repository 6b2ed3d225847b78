"""What stands on objects that are one of several layers."""

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
