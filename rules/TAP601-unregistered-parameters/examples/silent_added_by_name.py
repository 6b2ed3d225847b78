"""Each layer is added under a name."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(2)]
        for at, layer in enumerate(self.layers):
            self.add_module(f"layer{at}", layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


assert len(list(Net().parameters())) == 4
