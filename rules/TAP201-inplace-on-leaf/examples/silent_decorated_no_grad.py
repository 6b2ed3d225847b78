"""no_grad as a decorator, with and without parentheses."""

# torch: runs
import torch
from torch import nn


@torch.no_grad()
def initialise(module):
    if isinstance(module, nn.Linear):
        module.weight.fill_(1.0)
        module.bias.zero_()


@torch.no_grad
def clip(weights, limit):
    for weight in weights:
        weight.clamp_(-limit, limit)


model = nn.Linear(2, 2).apply(initialise)
clip(model.parameters(), 0.5)
assert torch.equal(model.weight, torch.full((2, 2), 0.5))
