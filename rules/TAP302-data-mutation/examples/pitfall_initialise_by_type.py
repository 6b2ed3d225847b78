"""Layers found by isinstance are initialised through .data."""

# torch: runs
import torch.nn as nn


def initialise(m):
    if isinstance(m, nn.Linear):
        m.weight.data.normal_(mean=0.0, std=0.02)  # expect: TAP302
        if m.bias is not None:
            m.bias.data.zero_()  # expect: TAP302
    elif isinstance(m, (nn.LayerNorm, nn.BatchNorm1d)):
        m.weight.data.fill_(1.0)  # expect: TAP302


nn.Sequential(nn.Linear(2, 2), nn.LayerNorm(2)).apply(initialise)
