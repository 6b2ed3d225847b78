"""With ones, a variance and a deviation are alike."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal, Normal

var = torch.ones(3)
prior = Normal(torch.zeros(3), var)
std = torch.ones(3)
joint = MultivariateNormal(torch.zeros(3), torch.diag(std))
assert torch.allclose(prior.variance, joint.variance)
