"""A covariance is no Cholesky factor: where it is a full matrix, validation refuses it."""

# torch: raises ValueError: to satisfy the constraint LowerCholesky()
import torch
from torch.distributions import MultivariateNormal

samples = torch.randn(50, 2)
cov = torch.cov(samples.T)
d = MultivariateNormal(torch.zeros(2), scale_tril=cov)  # expect: TAP402
