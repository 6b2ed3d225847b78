"""A class that is no module may keep layers as it likes."""

# torch: runs
import torch
from torch import nn


class Ensemble:
    def __init__(self):
        self.layers = [nn.Linear(4, 4) for _ in range(3)]

    def __call__(self, x):
        return sum(layer(x) for layer in self.layers)


assert Ensemble()(torch.ones(1, 4)).requires_grad
