"""The network clears what the optimiser owns."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    net(torch.ones(1, 2)).pow(2).mean().backward()
    optimizer.step()
    net.zero_grad()
