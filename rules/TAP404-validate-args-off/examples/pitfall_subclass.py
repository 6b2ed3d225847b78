"""A subclass that switches validation off for everybody who uses it."""

# torch: runs
import torch
from torch.distributions import Normal


class Noise(Normal):
    def __init__(self, scale):
        super().__init__(torch.zeros(()), scale, validate_args=False)  # expect: TAP404


assert Noise(torch.tensor(-1.0)).log_prob(torch.tensor(0.0)).isnan()
