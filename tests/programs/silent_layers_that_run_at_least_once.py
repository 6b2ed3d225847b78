import torch
from torch import nn
class Block(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.first = nn.ModuleList([nn.Conv1d(2, 2, size) for size in sizes])
        self.second = nn.ModuleList([nn.Conv1d(2, 2, size) for size in sizes])
    def forward(self, hidden):
        for first, second in zip(self.first, self.second):
            residual = hidden
            hidden = nn.functional.leaky_relu(hidden, 0.1)
            hidden = second(first(hidden)) + residual
        return hidden
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.pre = nn.Conv1d(2, 2, 1)
        self.one = Block([1, 3])
        self.two = Block([1, 3])
    def forward(self, x):
        hidden = self.pre(x)
        total = self.one(hidden)
        total += self.two(hidden)
        return total
