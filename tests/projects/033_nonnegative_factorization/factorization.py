import torch
from torch import nn


class NMF(nn.Module):
    def __init__(self, rows, cols, rank):
        super().__init__()
        self.W = nn.Parameter(torch.rand(rows, rank))
        self.H = nn.Parameter(torch.rand(rank, cols))

    def forward(self):
        return self.W @ self.H
