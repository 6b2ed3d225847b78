"""The variance of a posterior is handed to Normal as its scale."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal, Normal

posterior = MultivariateNormal(torch.zeros(2), torch.diag(torch.tensor([0.04, 9.0])))
marginals = Normal(posterior.mean, posterior.variance)  # expect: TAP403
assert torch.allclose(marginals.stddev, posterior.stddev**2)
