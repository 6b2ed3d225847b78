"""What a derived class gives an attribute may bring a history, so that nothing is shown of another."""

import torch
from torch import Tensor, nn


class Base:
    scale = 1.0

    def __init__(self):
        self.w = torch.zeros(2)
        self.head = nn.Softplus()

    def step(self, x: Tensor):
        h = x.exp()
        h.add_(1)
        (h * self.scale).sum().backward()

    def weighted(self, x: Tensor):
        h = x.exp()
        h.add_(1)  # expect: TAP202 likely
        (h * self.w).sum().backward()

    def through_a_layer(self, x: Tensor):
        h = x.exp()
        h.add_(1)
        self.head(h).sum().backward()


class Trained(Base):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.head = nn.PReLU()
