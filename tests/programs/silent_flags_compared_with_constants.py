"""A flag that the constructor was given as `False` is asked for with `is True` and `== True`."""

import torch
import torch.nn.functional as F
from torch import nn


class Layer(nn.Module):
    def __init__(self, inner, outer, rectify=False):
        super().__init__()
        self.out = nn.Conv1d(inner, outer, 1)
        if rectify is True:
            self.rectify = True
        else:
            self.rectify = False

    def forward(self, x):
        if self.rectify == True:
            return F.relu(self.out(x))
        return self.out(x)


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.keys = Layer(4, 4, rectify=False)
        self.queries = Layer(4, 4)

    def forward(self, x):
        keys, queries = self.keys(x), self.queries(x)
        queries *= 0.5
        return torch.matmul(queries.transpose(1, 2), keys)
