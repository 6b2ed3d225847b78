"""The deviation comes out of a network as a logarithm."""

# torch: runs
import torch
from torch import nn
from torch.distributions import MultivariateNormal

net = nn.Linear(1, 4)
mean, log_std = net(torch.ones(1)).chunk(2, dim=-1)
std = log_std.clamp(-5.0, 2.0).exp()
d = MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402 likely
assert torch.allclose(d.variance, std)
