"""One value for each step of each sequence, with and without a last dimension."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net, x = nn.Linear(4, 1), torch.randn(8, 10, 4)
target = torch.randn(8, 10)
loss = F.mse_loss(net(x).squeeze(-1), target) + F.mse_loss(net(x), target.unsqueeze(-1))
loss = loss + F.mse_loss(net(x)[:, -1], target[:, -1:]) + F.mse_loss(net(x)[..., 0], target)
loss.backward()
