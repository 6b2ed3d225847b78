"""A forward sums the embeddings of all its layers with np.sum."""
# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# report: https://github.com/xiaxin1998/DHCN/issues/8
import numpy as np
import torch
from torch import nn


class HyperConv(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        self.layers = layers

    def forward(self, adjacency, embedding):
        item_embeddings = embedding
        final = [item_embeddings]
        for _ in range(self.layers):
            item_embeddings = torch.mm(adjacency, item_embeddings)
            final.append(item_embeddings)
        item_embeddings = np.sum(final, 0)  # expect: TAP105
        return item_embeddings


table = nn.Embedding(3, 2)
items = HyperConv()(torch.eye(3), table.weight)
