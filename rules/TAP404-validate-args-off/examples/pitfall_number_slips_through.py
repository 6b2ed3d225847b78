"""Without validation Normal takes a Python number, which it refuses otherwise."""

# torch: runs
import torch
from torch.distributions import Normal

loc = torch.tensor(0.0)
score = Normal(loc, 1.0, validate_args=False).log_prob(0.5)  # expect: TAP404
assert isinstance(score, torch.Tensor)
