"""GaussianNLLLoss takes the variance: a deviation in its place changes the minimum."""

# torch: right gradient
import torch
from torch import nn
from torch.nn import functional as F

net = nn.Linear(3, 4)  # parameter
x, y = torch.randn(8, 3), torch.randn(8, 2)
mean, log_std = net(x).chunk(2, dim=-1)
loss = nn.GaussianNLLLoss()(mean, y, log_std.exp())  # expect: TAP402 likely
members = torch.randn(5, 8, 2)
score = F.gaussian_nll_loss(members.mean(0), y, var=members.std(0))  # expect: TAP402
right = F.gaussian_nll_loss(members.mean(0), y, var=members.var(0))
assert not torch.allclose(score, right)
