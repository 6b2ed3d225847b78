"""A baseline of one number serves all."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net, baseline = nn.Linear(4, 1), nn.Parameter(torch.zeros(1))
x = torch.randn(16, 4)
loss = (net(x) - baseline).pow(2).mean() + F.mse_loss(net(x), torch.tensor([0.5]))
loss = loss + F.mse_loss(net(x), torch.tensor(1.0)) + (net(x) - 1.0).abs().mean()
loss.backward()
