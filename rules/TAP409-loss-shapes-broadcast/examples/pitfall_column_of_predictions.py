"""The network gives a column, the targets are a row: the loss is one of all pairs."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
x, y = torch.randn(32, 4), torch.randn(32)
predicted = net(x)
loss = F.mse_loss(predicted, y)  # expect: TAP409 certain
pairs = (predicted - y[None, :]).pow(2)
assert pairs.shape == (32, 32) and torch.allclose(loss, pairs.mean())
