"""A multivariate distribution takes the variance; that is TAP402's."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

data = 3.0 * torch.randn(1000, 2)
d = MultivariateNormal(data.mean(0), torch.diag(data.var(0)))
