"""A loop of a few rounds keeps a few graphs."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
outputs = []
for _ in range(3):
    outputs.append(net(torch.ones(1, 2)))
norm = 0.0
for parameter in (net.weight, net.bias):
    norm = norm + parameter.pow(2).sum()
print(outputs[0], norm)
