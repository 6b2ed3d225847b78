"""torch.var measures a variance."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

samples = torch.randn(100, 2) * 3.0
centre, width = samples.mean(dim=0), samples.var(dim=0)
fitted = MultivariateNormal(centre, torch.diag(width))
assert torch.allclose(fitted.variance, samples.var(dim=0))
