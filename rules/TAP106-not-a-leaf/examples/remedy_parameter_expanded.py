"""The module keeps the parameter, and expands it where it is used."""

# torch: runs
import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        self.first = nn.Parameter(torch.randn(3, 4))

    def forward(self, x):
        return (self.first.expand(self.layers, 3, 4) * x).sum()


memory = Memory(2)
optimizer = torch.optim.SGD(memory.parameters(), lr=0.1)
memory(torch.ones(4)).backward()
optimizer.step()
assert memory.first.grad is not None
