"""The deviation is squared, and the spread of the members is asked for as a variance."""

# torch: right gradient
import torch
from torch import nn
from torch.nn import functional as F

net = nn.Linear(3, 4)  # parameter
x, y = torch.randn(8, 3), torch.randn(8, 2)
mean, log_std = net(x).chunk(2, dim=-1)
loss = nn.GaussianNLLLoss()(mean, y, log_std.exp() ** 2)
members = torch.randn(5, 8, 2)
score = F.gaussian_nll_loss(members.mean(0), y, var=members.var(0))
normal = torch.distributions.Normal(members.mean(0), members.std(0))
distance = -normal.log_prob(y).mean() - score
assert torch.allclose(distance, torch.full((), 0.9189385), atol=1e-5)  # log(sqrt(2 pi))
