"""The deviation of the posterior is what Normal takes."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal, Normal

posterior = MultivariateNormal(torch.zeros(2), torch.diag(torch.tensor([0.04, 9.0])))
marginals = Normal(posterior.mean, posterior.stddev)
assert torch.allclose(marginals.variance, posterior.variance)
