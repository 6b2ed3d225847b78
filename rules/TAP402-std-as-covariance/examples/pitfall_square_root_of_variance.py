"""The square root of a measured variance is a deviation, and clamp keeps it one."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal as MVN

samples = torch.randn(50, 2)
spread = torch.var(samples, dim=0).sqrt().clamp(min=1e-3)
fitted = MVN(samples.mean(0), covariance_matrix=torch.diag(spread))  # expect: TAP402 certain
assert torch.allclose(fitted.variance, spread)
