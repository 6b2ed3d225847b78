"""A forwarded switch is the caller's decision, also where it is off by default."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


class Prior(Normal, nn.Module):
    def __init__(self, loc, scale, validate_args=False):
        nn.Module.__init__(self)
        Normal.__init__(self, loc=loc, scale=scale, validate_args=validate_args)


def make(loc, validate_args=False):
    return Normal(loc, 1.0, validate_args=validate_args)


assert make(torch.zeros(2)).mean.sum() == 0
