"""Both are columns, or both are rows."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 1)
x, y = torch.randn(32, 4), torch.randn(32)
loss = F.mse_loss(net(x), y.unsqueeze(1)) + F.mse_loss(net(x).squeeze(-1), y)
loss = loss + nn.MSELoss()(net(x), y.view(-1, 1)) + F.l1_loss(net(x)[:, 0], y)
loss = loss + F.huber_loss(net(x).flatten(), y) + (net(x).view(-1) - y).abs().mean()
