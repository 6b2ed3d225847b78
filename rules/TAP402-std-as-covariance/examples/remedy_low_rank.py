"""cov_diag with squared deviations."""

# torch: runs
import torch
from torch.distributions import LowRankMultivariateNormal

std = torch.tensor([0.5, 2.0])
factor = torch.zeros(2, 1)
d = LowRankMultivariateNormal(torch.zeros(2), factor, cov_diag=std.square())
assert torch.allclose(d.stddev, std)
