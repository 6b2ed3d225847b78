"""The square of the deviation times the identity matrix."""

# torch: runs
import torch
import torch.distributions as D

std = 0.5
policy = D.MultivariateNormal(torch.zeros(3), std**2 * torch.eye(3))
assert torch.allclose(policy.stddev, torch.tensor(0.5))
