"""The square root of a variance is what scale_tril wants."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

var = torch.tensor([0.25, 4.0])
d = MultivariateNormal(torch.zeros(2), scale_tril=torch.diag(var.sqrt()))
assert torch.allclose(d.variance, var)
