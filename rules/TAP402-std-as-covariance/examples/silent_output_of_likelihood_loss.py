"""A network's free output becomes the variance that the loss makes of it, whatever its name."""

# torch: right gradient
import torch
from torch import nn
from torch.nn import functional as F

net = nn.Linear(3, 4)  # parameter
x, y = torch.randn(8, 3), torch.randn(8, 2)
mean, raw = net(x).chunk(2, dim=-1)
std = F.softplus(raw)
loss = F.gaussian_nll_loss(mean, y, std)
