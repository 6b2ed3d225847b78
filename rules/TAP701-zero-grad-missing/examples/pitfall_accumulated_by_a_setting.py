"""Cleared in each round, and the step in every k-th, as a setting says."""

# torch: runs
import torch
from torch import nn


def train(weight, every):
    optimizer = torch.optim.SGD([weight], lr=1.0)
    for step in range(4):
        optimizer.zero_grad()
        (weight / every).sum().backward()
        if not (step + 1) % every:
            optimizer.step()  # expect: TAP701 likely


weight = nn.Parameter(torch.tensor([1.0]))
train(weight, 4)
assert abs(1 - weight.item() - 0.25) < 1e-6
