import torch
from torch import nn


class ItemTable(nn.Module):
    def __init__(self, items, dim, max_norm=1.0):
        super().__init__()
        self.items = nn.Embedding(items, dim, max_norm=max_norm)

    def lookup(self, ids):
        return self.items(ids)

    def penalty(self):
        return self.items.weight.clone().pow(2).sum(-1).mean()


class Recommender(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.table = ItemTable(items, dim)
        self.users = nn.Embedding(users, dim)
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, users, items):
        reg = self.table.penalty()
        scores = (self.users(users) * self.table.lookup(items)).sum(-1) + self.bias
        return scores, reg
