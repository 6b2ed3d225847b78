"""MultivariateNormal takes a covariance matrix."""
# torch: runs
import torch
from torch.distributions import MultivariateNormal

mu = torch.randn(3, requires_grad=True)
factor = torch.rand(3, 3)
cov = factor @ factor.T + 0.1 * torch.eye(3)
m = MultivariateNormal(mu, cov)
assert m.sample().shape == (3,)
