"""cov_diag of a low-rank distribution wants variances."""

# torch: runs
import torch
from torch.distributions import LowRankMultivariateNormal

std = torch.tensor([0.5, 2.0])
factor = torch.zeros(2, 1)
d = LowRankMultivariateNormal(torch.zeros(2), factor, cov_diag=std)  # expect: TAP402 likely
assert torch.allclose(d.variance, std)
