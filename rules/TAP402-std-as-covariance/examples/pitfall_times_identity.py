"""A deviation times the identity matrix."""

# torch: runs
import torch
import torch.distributions as D

std = 0.5
policy = D.MultivariateNormal(torch.zeros(3), std * torch.eye(3))  # expect: TAP402 likely
assert torch.allclose(policy.variance, torch.tensor(0.5))
