"""The exponential of a logarithm of the variance is a variance: the half is missing."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

encoder = nn.Linear(3, 4)
mu, logvar = encoder(torch.ones(1, 3)).chunk(2, dim=-1)
posterior = Normal(mu, logvar.exp())  # expect: TAP403 likely
kl = kl_divergence(posterior, Normal(0.0, 1.0)).sum()
meant = -0.5 * (1 + logvar - mu**2 - logvar.exp()).sum()
assert not torch.allclose(kl, meant)
