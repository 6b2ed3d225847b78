"""Weights drawn from a learned distribution: the data tell its parameters nothing."""

# torch: wrong gradient
import torch
import torch.nn.functional as F
from torch.distributions import Normal

mean = torch.zeros(1, 3).requires_grad_()  # parameter
rho = torch.zeros(1, 3).requires_grad_()  # parameter
x = torch.linspace(-1.0, 1.0, 6).reshape(2, 3)
posterior = Normal(mean, F.softplus(rho))
weight = posterior.sample()  # expect: TAP405
fit = F.mse_loss(F.linear(x, weight), torch.ones(2, 1))
complexity = posterior.log_prob(weight).sum() - Normal(0.0, 1.0).log_prob(weight).sum()
loss = fit + complexity
loss.backward()
