"""`view_as`, `reshape` to the other's shape and `expand_as` make both alike."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 1)
x, y = torch.randn(32, 4), torch.randn(32)
loss = F.mse_loss(net(x), y.view_as(net(x))) + F.mse_loss(net(x).reshape(y.shape), y)
out = net(x)
loss = loss + F.mse_loss(out.view_as(y), y) + F.l1_loss(out.squeeze(), y)
