"""What is called ``x`` is a list of tensors, as the method tells that it is handed to."""

import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.alphas = nn.Parameter(torch.randn(count))

    def forward(self, x):
        assert len(x) == len(self.alphas)
        for i, each in enumerate(x):
            x[i] = self.alphas[i] * each
        return torch.cat(x, dim=1)


class Column(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.adapter = Adapter(count)

    def forward(self, x):
        return self.adapter(x[:-1])

