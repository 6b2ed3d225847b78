"""The same where the flag is on: what `relu` has given is changed in place."""

import torch
import torch.nn.functional as F
from torch import nn


class Layer(nn.Module):
    def __init__(self, inner, outer, rectify=False):
        super().__init__()
        self.out = nn.Conv1d(inner, outer, 1)
        self.rectify = rectify is not False

    def forward(self, x):
        if self.rectify != False:
            return F.relu(self.out(x))
        return self.out(x)


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.keys = Layer(4, 4)
        self.queries = Layer(4, 4, rectify=True)

    def forward(self, x):
        keys, queries = self.keys(x), self.queries(x)
        queries *= 0.5  # expect: TAP202 likely
        return torch.matmul(queries.transpose(1, 2), keys)
