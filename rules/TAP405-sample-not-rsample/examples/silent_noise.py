"""Noise whose distribution is not trained, scaled by hand."""

# torch: right gradient
import torch
from torch.distributions import Normal, kl_divergence

mean = torch.tensor([0.5, -0.5], requires_grad=True)  # parameter
deviation = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
noise = Normal(torch.zeros(2), torch.ones(2)).sample()
z = mean + deviation * noise
loss = z.square().sum() + kl_divergence(Normal(mean, deviation), Normal(0.0, 1.0)).sum()
loss.backward()
