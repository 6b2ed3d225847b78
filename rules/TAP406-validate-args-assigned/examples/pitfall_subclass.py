"""A class of one's own inherits the method, and the assignment hides it."""

# torch: raises ValueError: Expected parameter scale
import torch
import torch.distributions as td


class Policy(td.Normal):
    pass


Policy.set_default_validate_args = False  # expect: TAP406
Policy(torch.zeros(2), -torch.ones(2))
