"""A buffer keeps the actions as arrays, and hands them out as arrays."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import numpy as np
import torch
from torch.distributions import Categorical, MixtureSameFamily, Normal


class Buffer:
    def __init__(self, size):
        self.actions = np.zeros(size)
        self.position = 0

    def store(self, action):
        self.actions[self.position] = action
        self.position += 1

    def get(self):
        return self.actions[: self.position]


buffer = Buffer(8)
mixture = MixtureSameFamily(
    Categorical(logits=torch.zeros(2)), Normal(torch.zeros(2), torch.ones(2))
)
for _ in range(3):
    buffer.store(mixture.sample().cpu().numpy())
mixture.log_prob(buffer.get())  # expect: TAP401
