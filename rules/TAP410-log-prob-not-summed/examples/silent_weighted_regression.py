"""Samples of a regression have weights, and nobody acts: the mean is over all numbers."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

net = nn.Linear(4, 3)
x, y, weights = torch.randn(8, 4), torch.randn(8, 3), torch.rand(8, 1)
loss = -(Normal(net(x), 1.0).log_prob(y) * weights).mean()
loss.backward()
