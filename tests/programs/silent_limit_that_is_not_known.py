# torch: a function raises where it is marked, and nowhere else
"""A limit of an embedding that the class hands on may be none, as it is by default."""

import torch
import torch.nn.functional as F
from torch import nn


class Handed(nn.Embedding):
    def __init__(self, count, size, max_norm=None):
        super().__init__(count, size, max_norm=max_norm)

    def forward(self, indices):
        return F.embedding(indices, self.weight, max_norm=self.max_norm)


class ByItsBase(nn.Embedding):
    def __init__(self, count, size, max_norm=None):
        nn.Embedding.__init__(self, count, size, max_norm=max_norm)

    def forward(self, indices):
        return F.embedding(indices, self.weight, max_norm=self.max_norm)


def handed():
    table = Handed(3, 3)
    penalty = table.weight.pow(2).sum()
    found = table(torch.tensor([0]))
    (penalty + found.sum()).backward()


def by_its_base():
    table = ByItsBase(3, 3)
    penalty = table.weight.pow(2).sum()
    found = table(torch.tensor([0]))
    (penalty + found.sum()).backward()
