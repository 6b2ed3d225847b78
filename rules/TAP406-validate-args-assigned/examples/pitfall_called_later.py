"""The method is gone after the assignment."""

# torch: raises TypeError: 'bool' object is not callable
import torch
from torch import distributions as dist

dist.Normal.set_default_validate_args = False  # expect: TAP406
policy = dist.Normal(torch.zeros(2), torch.ones(2))
dist.Normal.set_default_validate_args(True)
