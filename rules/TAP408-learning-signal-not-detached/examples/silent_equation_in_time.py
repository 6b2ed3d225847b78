"""A solution is held against a step of its own equation: no reward, and no discount."""

# torch: runs
import torch
from torch import nn

net, dt = nn.Linear(2, 2), 0.1
now, later = torch.randn(8, 2), torch.randn(8, 2)
loss = (net(later) - (now + dt * net(now))).pow(2).mean()
loss.backward()
