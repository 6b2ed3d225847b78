"""Another function in the place of the method, so that nobody switches the checks off."""

# torch: runs
import torch
from torch.distributions import Distribution, Normal


def keep_checks(value):
    return None


Distribution.set_default_validate_args = keep_checks
Normal.set_default_validate_args(True)
assert Normal(torch.zeros(2), torch.ones(2)).mean.sum() == 0
