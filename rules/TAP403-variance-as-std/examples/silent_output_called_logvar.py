"""Called logvar, and a logarithm of a deviation: nothing here takes it for anything else."""

# torch: right gradient
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

encoder = nn.Linear(3, 4)  # parameter
mu, logvar = encoder(torch.ones(1, 3)).chunk(2, dim=-1)
posterior = Normal(mu, logvar.exp())
loss = kl_divergence(posterior, Normal(0.0, 1.0)).sum()
loss.backward()
