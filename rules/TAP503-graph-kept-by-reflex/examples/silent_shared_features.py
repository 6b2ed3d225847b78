"""A second backward goes through what the first one has kept."""

# torch: runs
import torch
from torch import nn

encoder, head = nn.Linear(4, 8), nn.Linear(8, 2)


def losses(features):
    outputs = head(features).sigmoid()
    return outputs[:, 0].mean(), outputs[:, 1].pow(2).mean()


first, second = losses(encoder(torch.randn(6, 4)).sigmoid())
first.backward(retain_graph=True)
second.backward()
assert encoder.weight.grad is not None
