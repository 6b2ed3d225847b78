"""A covariance matrix is given to Normal, which takes it for one deviation per element."""
# torch: runs
# report: https://github.com/pytorch/pytorch/issues/5954
import torch
from torch.distributions import Normal

mu = torch.randn(3, requires_grad=True)
factor = torch.rand(3, 3)
cov = factor @ factor.T
m = Normal(mu, cov)  # expect: TAP403
assert m.sample().shape == (3, 3)
