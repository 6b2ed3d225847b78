"""A class that forwards what its caller decides."""

# torch: right gradient
import torch
from torch.distributions import Normal


class Noise(Normal):
    def __init__(self, scale, validate_args=None):
        super().__init__(torch.zeros_like(scale), scale, validate_args=validate_args)


scale = torch.tensor([0.5, 2.0], requires_grad=True)  # parameter
loss = -Noise(scale, validate_args=True).log_prob(torch.tensor([0.3, 0.4])).sum()
loss.backward()
