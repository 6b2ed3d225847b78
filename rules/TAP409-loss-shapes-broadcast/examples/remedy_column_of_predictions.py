"""The column of predictions is squeezed."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
x, y = torch.randn(32, 4), torch.randn(32)
loss = F.mse_loss(net(x).squeeze(-1), y)
