"""The Cholesky factor of the covariance is what scale_tril wants."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

samples = torch.randn(50, 2)
cov = torch.cov(samples.T)
d = MultivariateNormal(torch.zeros(2), scale_tril=torch.linalg.cholesky(cov))
assert torch.allclose(d.covariance_matrix, cov)
