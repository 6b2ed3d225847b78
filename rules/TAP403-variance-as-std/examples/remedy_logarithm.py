"""The exponential of the logarithm is the scale."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.zeros(2))

    def forward(self, state):
        return Normal(self.mean(state), self.log_std.exp())


Policy()(torch.ones(3))
