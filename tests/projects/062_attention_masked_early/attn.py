import torch
from torch import nn


def causal(size):
    return torch.ones(size, size, dtype=torch.bool).triu(1)


class MultiHead(nn.Module):
    def __init__(self, dim, heads, p=0.1):
        super().__init__()
        assert dim % heads == 0
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.drop = nn.Dropout(p)

    def forward(self, x, mask=None):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2)
        scores *= (d // self.heads) ** -0.5
        if mask is not None:
            scores.masked_fill_(mask, float("-inf"))
        weights = self.drop(scores.softmax(dim=-1))
        return self.out((weights @ v).transpose(1, 2).reshape(b, n, d))
