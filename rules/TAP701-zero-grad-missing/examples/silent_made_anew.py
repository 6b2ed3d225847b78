"""Each run has a network and an optimiser of its own, and takes one step."""

# torch: runs
import torch
from torch import nn

for rate in (0.1, 0.01, 0.001, 0.0001, 0.00001):
    net = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=rate)
    net(torch.ones(1, 2)).pow(2).mean().backward()
    optimizer.step()
