"""A logarithm is given where a scale is meant."""

# torch: raises ValueError: to satisfy the constraint GreaterThan(lower_bound=0.0)
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.zeros(2))

    def forward(self, state):
        return Normal(self.mean(state), self.log_std)  # expect: TAP403 likely


Policy()(torch.ones(3))
