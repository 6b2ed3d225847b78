import torch
from prior import empirical_prior

torch.manual_seed(0)
prior = empirical_prior(torch.randn(5000, 1) * 3.0)
assert abs(prior.stddev.item() - 9.0) < 0.7  # the features have a deviation of 3
