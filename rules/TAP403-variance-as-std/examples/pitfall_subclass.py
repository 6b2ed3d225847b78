"""A subclass hands a variance to the scale of its base class."""

# torch: runs
import torch
from torch.distributions import Normal


class Likelihood(Normal):
    def __init__(self, mean, log_var):
        super().__init__(mean, torch.exp(log_var))  # expect: TAP403 likely


noise = Likelihood(torch.zeros(2), torch.tensor([2.0, 2.0]))
assert torch.allclose(noise.variance, torch.tensor(4.0).exp())
