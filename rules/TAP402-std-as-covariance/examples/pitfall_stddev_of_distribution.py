"""The stddev of another distribution is a deviation."""

# torch: runs
import torch
from torch import distributions as dist

proposal = dist.Normal(torch.zeros(2), torch.tensor([1.0, 3.0]))
joint = dist.MultivariateNormal(proposal.mean, proposal.stddev.diag())  # expect: TAP402 certain
assert not torch.allclose(joint.variance, proposal.variance)
