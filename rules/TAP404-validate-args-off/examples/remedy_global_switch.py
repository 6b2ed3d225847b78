"""set_default_validate_args(True) is the default said aloud."""

# torch: raises ValueError: to satisfy the constraint GreaterThan(lower_bound=0.0)
import torch
from torch.distributions import Distribution, Normal

Distribution.set_default_validate_args(True)
Normal(torch.tensor(0.0), torch.tensor(-1.0))
