"""The layers are stacked and summed by torch."""
# torch: right gradient
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
        return torch.stack(layers).sum(dim=0)


propagation = Propagation(items=3, size=2, depth=2)  # parameter
loss = propagation(torch.eye(3)).square().sum()
loss.backward()
