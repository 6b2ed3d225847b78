"""Only the first of two backwards keeps the graph."""

# torch: runs
import torch
from torch import nn

encoder, head, other = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
features = encoder(torch.randn(6, 4)).sigmoid()
head(features).pow(2).mean().backward(retain_graph=True)
other(features).pow(2).mean().backward()
assert encoder.weight.grad is not None
