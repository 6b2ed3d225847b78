"""diag_embed(std) as covariance: the standard deviation is taken for a variance."""

# torch: runs
import torch

n = 3
mean = torch.zeros(n)
std = torch.full([n], 0.5, requires_grad=True)
d1 = torch.distributions.MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402 likely
d2 = torch.distributions.Normal(mean, std)
assert torch.allclose(d1.variance, std)
assert torch.allclose(d2.variance, std**2)
