"""To get what Independent gives of a Normal, a covariance is stacked from matrices of deviations."""
# torch: runs
# report: https://discuss.pytorch.org/t/how-to-instantiate-axis-aligned-multivariate-gaussian/102070
# not caught: TAP402: the name `log_sigma` promises no deviation, and that a Normal takes the same value as its scale is no evidence yet
import torch
from torch.distributions import Independent, MultivariateNormal, Normal


def joined(center, log_sigma):
    deviations = log_sigma.exp()
    return MultivariateNormal(center, torch.stack([torch.diag(row) for row in deviations]))


center, log_sigma = torch.zeros(5, 2), torch.full((5, 2), 0.5)
separate = Independent(Normal(center, log_sigma.exp()), 1)
assert not torch.allclose(joined(center, log_sigma).variance, separate.variance)
