"""A Python number and a tuple are refused as well."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch
import torch.distributions as td

noise = td.Normal(torch.zeros(1), 1.0)
first = noise.log_prob(0.5)  # expect: TAP401
second = noise.log_prob((0.5, 1.0))  # expect: TAP401
