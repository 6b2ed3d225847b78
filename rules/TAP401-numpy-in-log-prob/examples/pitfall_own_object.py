"""An object that holds a tensor is none."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch
from torch.distributions import Normal


class Action:
    def __init__(self, tensor):
        self.tensor = tensor


policy = Normal(torch.zeros(2, requires_grad=True), 1.0)
action = Action(policy.sample())
loss = -policy.log_prob(action).sum()  # expect: TAP401
