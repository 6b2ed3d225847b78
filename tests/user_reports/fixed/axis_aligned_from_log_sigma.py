"""The same matrices are a scale_tril."""
# torch: runs
import torch
from torch.distributions import Independent, MultivariateNormal, Normal


def joined(center, log_sigma):
    deviations = log_sigma.exp()
    factors = torch.stack([torch.diag(row) for row in deviations])
    return MultivariateNormal(center, scale_tril=factors)


center, log_sigma = torch.zeros(5, 2), torch.full((5, 2), 0.5)
separate = Independent(Normal(center, log_sigma.exp()), 1)
assert torch.allclose(joined(center, log_sigma).variance, separate.variance)
