"""torch writes N(mu, sigma)."""

# torch: runs
import torch
from torch.distributions import HalfNormal, Independent, Normal

mu, sigma = torch.zeros(2), torch.tensor([0.1, 3.0])
d = Independent(Normal(mu, sigma), 1)
prior = HalfNormal(sigma)
noise = torch.normal(mu, sigma)
assert torch.allclose(d.variance, sigma**2)
