"""A subclass hands a deviation to the covariance of its base class."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal


class IsotropicNormal(MultivariateNormal):
    def __init__(self, mean, std):
        size = mean.shape[-1]
        super().__init__(mean, std * torch.eye(size))  # expect: TAP402 likely


noise = IsotropicNormal(torch.zeros(2), 0.5)
assert torch.allclose(noise.variance, torch.tensor(0.5))
