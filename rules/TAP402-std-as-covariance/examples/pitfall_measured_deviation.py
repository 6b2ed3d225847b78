"""torch.std measures a deviation: no name is needed to know."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

samples = torch.randn(100, 2) * 3.0
centre, width = samples.mean(dim=0), samples.std(dim=0)
fitted = MultivariateNormal(centre, torch.diag(width))  # expect: TAP402 certain
assert not torch.allclose(fitted.variance, samples.var(dim=0))
