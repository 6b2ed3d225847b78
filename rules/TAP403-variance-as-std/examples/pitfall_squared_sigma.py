"""The square of sigma, as formulas write it: N(mu, sigma squared)."""

# torch: runs
import torch
from torch.distributions import HalfNormal, Independent, Normal

mu, sigma = torch.zeros(2), torch.tensor([0.1, 3.0])
d = Independent(Normal(mu, sigma**2), 1)  # expect: TAP403 likely
prior = HalfNormal(sigma * sigma)  # expect: TAP403 likely
noise = torch.normal(mu, sigma.pow(2))  # expect: TAP403 likely
assert torch.allclose(d.variance, sigma**4)
