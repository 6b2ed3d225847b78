"""The square root of the measured variance."""

# torch: runs
import torch
from torch.distributions import Laplace, Normal, StudentT

data = 3.0 * torch.randn(1000, 2)
var, mean = torch.var_mean(data, dim=0)
d = Normal(mean, var.sqrt())
heavy = StudentT(4.0, mean, data.std(0))
other = Laplace(mean, scale=data.std(0))
assert (d.stddev < 4).all()
