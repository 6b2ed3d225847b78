"""The switch is the last parameter, and may be given by its place."""

# torch: runs
import torch
from torch.distributions import Normal

assert Normal(0.0, -1.0, False).log_prob(torch.tensor(0.0)).isnan()  # expect: TAP404
