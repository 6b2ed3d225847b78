"""The call switches the checks on."""

# torch: raises ValueError: Expected parameter scale
import torch
from torch.distributions import Distribution, Normal

torch.distributions.Distribution.set_default_validate_args(True)
assert Distribution is torch.distributions.Distribution
Normal(0.0, -1.0)
