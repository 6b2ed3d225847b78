"""exp of a log-deviation is a deviation, through a variable with a hopeful name."""

# torch: runs
import torch
from torch import nn
from torch.distributions import MultivariateNormal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(2, 2)
        self.log_std = nn.Parameter(torch.full((2,), -1.0))

    def forward(self, state):
        cov_matrix = torch.diag(self.log_std.exp())
        return MultivariateNormal(self.mean(state), cov_matrix)  # expect: TAP402 likely


policy = Policy()
assert torch.allclose(policy(torch.ones(2)).variance, policy.log_std.exp())
