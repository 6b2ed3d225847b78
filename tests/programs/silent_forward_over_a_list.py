import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.alphas = nn.Parameter(torch.randn(count))

    def forward(self, x):
        for i, column in enumerate(x):
            x[i] = self.alphas[i] * column
        return torch.cat(x, dim=1)
