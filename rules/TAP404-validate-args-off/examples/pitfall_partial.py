"""A constructor prepared with functools.partial."""

# torch: runs
import functools

import torch
from torch.distributions import Normal

make = functools.partial(Normal, validate_args=False)  # expect: TAP404
assert make(0.0, -1.0).log_prob(torch.tensor(0.0)).isnan()
