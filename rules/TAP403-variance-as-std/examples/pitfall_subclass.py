"""A subclass hands a variance to the scale of its base class."""

# torch: runs
import torch
from torch.distributions import Normal


class Likelihood(Normal):
    def __init__(self, mean, std):
        super().__init__(mean, std.square())  # expect: TAP403 likely


noise = Likelihood(torch.zeros(2), torch.tensor([2.0, 2.0]))
assert torch.allclose(noise.variance, torch.tensor(16.0))
