"""Whoever is given the list, or the sum, may run a backward from it."""

# torch: runs
import torch
from torch import nn


def outputs_of(net: nn.Linear, inputs):
    found, total = [], 0.0
    for each in inputs:
        found.append(net(each))
        total = total + net(each).mean()
    return found, total


net = nn.Linear(2, 1)
found, total = outputs_of(net, torch.randn(30, 4, 2))
(torch.stack(found).sum() + total).backward()
