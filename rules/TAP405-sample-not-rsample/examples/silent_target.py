"""A sample as the target of a loss."""

# torch: runs
import torch
import torch.nn.functional as F
from torch.distributions import Normal, kl_divergence

mean = torch.tensor([0.5, -0.5], requires_grad=True)
guess = torch.tensor([0.1, 0.1], requires_grad=True)
posterior = Normal(mean, torch.ones(2))
target = posterior.sample()
loss = F.mse_loss(guess, target) + kl_divergence(posterior, Normal(0.0, 1.0)).sum()
loss.backward()
