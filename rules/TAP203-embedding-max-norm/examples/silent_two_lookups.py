"""A lookup saves its indices and not the weight, so lookups may follow each other."""

# torch: runs
import torch
from torch import nn


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(4, 2, max_norm=1.0)

    def forward(self, left, right):
        return (self.embedding(left) * self.embedding(right)).sum(-1)


Siamese()(torch.tensor([0, 1]), torch.tensor([1, 3])).sum().backward()
