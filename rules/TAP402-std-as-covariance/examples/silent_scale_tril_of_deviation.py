"""scale_tril takes a deviation, from an attribute, a logarithm or a call."""

# torch: runs
import torch
from torch.distributions import LowRankMultivariateNormal, MultivariateNormal

log_std = torch.tensor([0.1, -0.2])
std = log_std.exp()
one = MultivariateNormal(torch.zeros(2), scale_tril=torch.diag(log_std.exp()))
two = MultivariateNormal(torch.zeros(2), None, None, torch.diag(std))
three = LowRankMultivariateNormal(torch.zeros(2), torch.diag(std), 1e-6 * torch.ones(2))
assert torch.allclose(one.stddev, std) and torch.allclose(two.stddev, std)
assert torch.allclose(three.stddev, std, atol=1e-4)
