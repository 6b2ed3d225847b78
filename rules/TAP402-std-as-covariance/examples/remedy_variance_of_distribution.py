"""The variance of another distribution belongs on the diagonal of a covariance."""

# torch: runs
import torch
from torch import distributions as dist

proposal = dist.Normal(torch.zeros(2), torch.tensor([1.0, 3.0]))
joint = dist.MultivariateNormal(proposal.mean, proposal.variance.diag())
assert torch.allclose(joint.variance, proposal.variance)
