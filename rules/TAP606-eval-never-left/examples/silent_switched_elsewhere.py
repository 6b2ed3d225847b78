"""A helper that begins each round switches back; so may a call that is not seen."""

# torch: runs
import random

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def prepare(network):
    network.train()
    optimizer.zero_grad()


def restore(network):
    network.train()


if random.random() < 0.5:
    prepare = restore
for epoch in range(3):
    prepare(model)
    assert model.training
    model(torch.randn(6, 4)).pow(2).mean().backward()
    optimizer.step()
    model.eval()
