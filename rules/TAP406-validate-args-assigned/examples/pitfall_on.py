"""After somebody has switched the checks off, the assignment does not switch them on."""

# torch: runs
import torch
from torch.distributions import Distribution, Normal

Distribution.set_default_validate_args(False)  # expect: TAP404
torch.distributions.Distribution.set_default_validate_args = True  # expect: TAP406
assert Normal(0.0, -1.0).log_prob(torch.tensor(0.0)).isnan()
