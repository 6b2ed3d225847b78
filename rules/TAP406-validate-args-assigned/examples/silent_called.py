"""The method is called."""

# torch: runs
import torch
from torch.distributions import Normal

Normal.set_default_validate_args(True)
assert Normal(torch.zeros(2), torch.ones(2)).mean.sum() == 0
