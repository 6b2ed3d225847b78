"""Half of the logarithm of the variance is the logarithm of the deviation."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

encoder = nn.Linear(3, 4)
mu, logvar = encoder(torch.ones(1, 3)).chunk(2, dim=-1)
posterior = Normal(mu, (0.5 * logvar).exp())
kl = kl_divergence(posterior, Normal(0.0, 1.0)).sum()
meant = -0.5 * (1 + logvar - mu**2 - logvar.exp()).sum()
assert torch.allclose(kl, meant)
