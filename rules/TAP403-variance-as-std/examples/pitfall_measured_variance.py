"""The variance of data is measured and taken for a deviation."""

# torch: runs
import torch
from torch.distributions import Laplace, Normal, StudentT

data = 3.0 * torch.randn(1000, 2)
var, mean = torch.var_mean(data, dim=0)
d = Normal(mean, var)  # expect: TAP403
heavy = StudentT(4.0, mean, data.var(0))  # expect: TAP403
other = Laplace(mean, scale=data.var(0))  # expect: TAP403
assert (d.stddev > 6).all()
