"""scale_tril wants deviations: a variance there is the mistake the other way round."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

var = torch.tensor([0.25, 4.0])
d = MultivariateNormal(torch.zeros(2), scale_tril=torch.diag(var))  # expect: TAP402 likely
assert torch.allclose(d.variance, var**2)
