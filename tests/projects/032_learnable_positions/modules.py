import math

import torch
from torch import nn


class LearnedPositions(nn.Module):
    def __init__(self, length, dim):
        super().__init__()
        self.table = nn.Parameter(torch.randn(length, dim) * 0.02)
        self.gain = nn.Parameter(torch.full((1,), 1.0))

    def forward(self, x):
        return x + self.gain * self.table[: x.size(1)]


class SinePositions(nn.Module):
    def __init__(self, length, dim):
        super().__init__()
        pe = torch.zeros(length, dim)
        pos = torch.arange(length).unsqueeze(1)
        div = torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim))
        pe[:, 0::2] = torch.sin(pos * div)
        pe[:, 1::2] = torch.cos(pos * div)
        self.register_buffer("pe", pe * 0.1)

    def forward(self, x):
        return x + self.pe[: x.size(1)]
