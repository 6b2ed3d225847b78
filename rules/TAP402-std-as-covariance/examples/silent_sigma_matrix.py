"""sigma names a covariance as often as a deviation: alone it proves nothing."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

mu = torch.zeros(2)
sigma = torch.eye(2)
first = MultivariateNormal(mu, sigma)
sigma = torch.tensor([[2.0, 0.3], [0.3, 1.0]])
second = MultivariateNormal(mu, covariance_matrix=sigma)
third = MultivariateNormal(mu, torch.eye(2) * 0.5)
