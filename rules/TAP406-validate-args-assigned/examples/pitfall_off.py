"""The assignment switches nothing off: a wrong scale is still refused."""

# torch: raises ValueError: Expected parameter scale
import torch
from torch.distributions import Normal

Normal.set_default_validate_args = False  # expect: TAP406
Normal(torch.zeros(2), -torch.ones(2))
