"""A parameter that is expanded at once is none: the module does not have it."""

# torch: runs
import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.first = nn.Parameter(torch.randn(3, 4)).expand(layers, 3, 4)  # expect: TAP106

    def forward(self, x):
        return (self.first * x).sum()


memory = Memory(2)
assert not list(memory.parameters())
memory(torch.ones(4)).backward()
