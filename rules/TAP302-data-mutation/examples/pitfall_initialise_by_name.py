"""Layers found by the name of their class are initialised through .data."""

# torch: runs
from torch import nn


def weights_init(m):
    name = m.__class__.__name__
    if name.find("Conv") != -1:
        m.weight.data.normal_(0.0, 0.02)  # expect: TAP302


nn.Sequential(nn.Conv2d(1, 1, 1), nn.ReLU()).apply(weights_init)
