"""Whoever makes the optimiser collects the layers' parameters."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.layers = [nn.Linear(4, 4) for _ in range(2)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


net = Net()
own = [each for layer in net.layers for each in layer.parameters()]
optimizer = torch.optim.SGD([*net.parameters(), *own], lr=0.1)
assert len(own) == 4
