import torch
from torch import nn


def random_codes(n, dim, scale=0.01):
    codes = torch.randn(n, dim) * scale
    return codes.requires_grad_()


class CodeBook(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.codes = nn.Parameter(torch.empty(n, dim).normal_(0, 0.01))

    def forward(self, idx):
        return self.codes[idx]
