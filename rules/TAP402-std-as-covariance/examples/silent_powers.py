"""Every spelling of a square is a variance."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

mean = torch.zeros(2)
std = torch.tensor([0.5, 2.0])
variance = std * std
for d in (
    MultivariateNormal(mean, torch.diag(std.pow(2))),
    MultivariateNormal(mean, torch.diag(torch.pow(std, 2))),
    MultivariateNormal(mean, torch.diag(torch.square(std))),
    MultivariateNormal(mean, torch.diag(std * std)),
    MultivariateNormal(mean, torch.diag(std) ** 2),
    MultivariateNormal(mean, torch.diag(std) @ torch.diag(std).T),
    MultivariateNormal(mean, std**2 * torch.eye(2)),
):
    assert torch.allclose(d.variance, variance)
