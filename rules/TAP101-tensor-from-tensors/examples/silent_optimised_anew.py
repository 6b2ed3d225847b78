"""What an optimiser gets begins at these numbers: how they were computed trains nothing."""

# torch: runs
import torch
from torch import nn


def start(size):
    return torch.rand(size, requires_grad=True) * 2 - 1


def latent(generator, target, steps):
    z = nn.Parameter(start(4))
    optimizer = torch.optim.Adam([z], lr=0.1)
    for _ in range(steps):
        error = (generator(z) - target).pow(2).sum()
        optimizer.zero_grad()
        error.backward()
        optimizer.step()
    return z


generator = nn.Linear(4, 2).requires_grad_(False)
first, last = latent(generator, torch.ones(2), 0), latent(generator, torch.ones(2), 300)
error = [(generator(each) - 1).pow(2).sum() for each in (first, last)]
assert error[1] < error[0] * 0.1
