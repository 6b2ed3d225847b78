"""Pretrained vectors copied through .data, in a class."""

# torch: runs
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vectors):
        super().__init__()
        self.embedding = nn.Embedding(3, 2)
        self.embedding.weight.data.copy_(vectors)  # expect: TAP302
        self.scale = nn.Parameter(torch.ones(2))
        self.scale.data *= 0.5  # expect: TAP302


Tagger(torch.eye(3)[:, :2])
