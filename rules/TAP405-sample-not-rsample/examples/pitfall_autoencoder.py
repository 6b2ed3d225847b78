"""The mean follows the divergence alone: nothing comes through the sample."""

# torch: wrong gradient
import torch
from torch.distributions import Normal, kl_divergence

mean = torch.tensor([0.5, -0.5], requires_grad=True)  # parameter
weight = torch.tensor([[0.3, 0.7], [0.2, -0.4]], requires_grad=True)  # parameter
posterior = Normal(mean, torch.ones(2))
z = posterior.sample()  # expect: TAP405
loss = (z @ weight - 1).square().sum() + kl_divergence(posterior, Normal(0.0, 1.0)).sum()
loss.backward()
