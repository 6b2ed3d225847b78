"""A helper returns mean and deviation; its caller takes the second for a covariance."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal


def statistics(samples):
    return samples.mean(dim=0), torch.std(samples, dim=0)


samples = torch.randn(50, 2) * 0.1
centre, width = statistics(samples)
fitted = MultivariateNormal(centre, width * torch.eye(2))  # expect: TAP402 certain
assert torch.allclose(fitted.variance, width)
