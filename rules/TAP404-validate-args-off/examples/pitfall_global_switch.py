"""The global switch turns validation off for every distribution of the process."""

# torch: runs
import torch
from torch.distributions import Distribution, Normal

Distribution.set_default_validate_args(False)  # expect: TAP404
assert Normal(0.0, -1.0).log_prob(torch.tensor(0.0)).isnan()
