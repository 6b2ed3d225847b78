import math

import torch
from torch import nn

from masking import apply_mask


class SelfAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.scale = 1 / math.sqrt(dim)

    def forward(self, x, mask):
        scores = self.q(x) @ self.k(x).transpose(1, 2) * self.scale
        weights = torch.softmax(scores, dim=-1)
        weights = apply_mask(weights, mask)
        return weights @ self.v(x)
