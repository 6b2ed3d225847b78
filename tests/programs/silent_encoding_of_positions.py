import torch
from torch import nn


class Encoding(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.divisors = torch.pow(100.0, torch.arange(0, size, dtype=torch.float) / size)

    def forward(self, x):
        x = (x.unsqueeze(-1) + 1) * 25 + 1
        out = x / self.divisors
        out[:, 0::2] = torch.sin(out[:, 0::2])
        out[:, 1::2] = torch.cos(out[:, 1::2])
        return out
