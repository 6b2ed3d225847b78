"""A deviation passes through clamp, expand and a helper and stays a deviation."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal


def covariance_of(values):
    return torch.diag_embed(values)


std = torch.tensor([0.5, 2.0]).clamp(min=1e-6) + 1e-6
batch_std = std.expand(3, 2)
d = MultivariateNormal(torch.zeros(3, 2), covariance_of(batch_std))  # expect: TAP402 likely
assert torch.allclose(d.variance, batch_std)
