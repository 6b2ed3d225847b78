"""The loop's name is read in the same round, or behind the loop."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
norms = []
for parameter in net.parameters():
    parameter = parameter * 0.9
    norms.append(parameter.norm().item())
for parameter in net.parameters():
    parameter = parameter * 0.9
assert len(norms) == 2 and parameter.shape == (1,)
