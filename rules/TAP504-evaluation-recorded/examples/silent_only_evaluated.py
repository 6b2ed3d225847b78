"""A script that never trains: nobody sees why it records."""

# torch: runs
import torch
from torch import nn


def evaluate(net, loader):
    total = 0.0
    for x in loader:
        total += net(x).mean().item()
    return total


evaluate(nn.Linear(4, 1), torch.randn(2, 8, 4))
