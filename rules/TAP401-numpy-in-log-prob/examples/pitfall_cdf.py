"""cdf validates its value as log_prob does."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import numpy
import torch

uniform = torch.distributions.Uniform(torch.zeros(2), torch.ones(2))
share = uniform.cdf(numpy.linspace(0.0, 1.0, 2))  # expect: TAP401
