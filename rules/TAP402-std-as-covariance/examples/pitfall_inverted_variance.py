"""One over a variance is a precision, not a covariance."""

# torch: runs
import torch
import torch.distributions as tdist

var = torch.tensor([0.25, 4.0])
d = tdist.MultivariateNormal(torch.zeros(2), torch.diag(1.0 / var))  # expect: TAP402 likely
assert torch.allclose(d.variance, var.reciprocal())
