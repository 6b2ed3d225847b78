"""An argument annotated as an array."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import numpy as np
import torch
from torch.distributions import Normal


class Critic:
    def __init__(self):
        self.prior = Normal(torch.zeros(2), torch.ones(2))

    def score(self, action: np.ndarray) -> float:
        return self.prior.log_prob(action).sum().item()  # expect: TAP401


Critic().score(np.zeros(2))
