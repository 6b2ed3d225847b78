"""Without validation a negative scale gives nan and no error."""

# torch: runs
import torch
from torch.distributions import Normal

policy = Normal(0.0, torch.tensor(-1.0), validate_args=False)  # expect: TAP404
assert policy.log_prob(torch.tensor(0.0)).isnan()
