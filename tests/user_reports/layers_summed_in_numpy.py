"""A forward sums the embeddings of all its layers with np.sum."""
# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# report: https://github.com/xiaxin1998/DHCN/issues/8
import numpy as np
import torch
from torch import nn


class Propagation(nn.Module):
    def __init__(self, items, size, depth):
        super().__init__()
        self.items = nn.Embedding(items, size)
        self.depth = depth

    def forward(self, neighbours):
        layers = [self.items.weight]
        while len(layers) <= self.depth:
            layers.append(neighbours @ layers[-1])
        return np.sum(layers, axis=0)  # expect: TAP105


embedded = Propagation(items=3, size=2, depth=2)(torch.eye(3))
