"""Activations have no parameters."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.ReLU(), nn.Tanh()]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


assert Net()(torch.ones(1, 4)).shape == (1, 4)
