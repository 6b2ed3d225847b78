"""Twice the log-deviation is the log-variance."""

# torch: right gradient
import torch
from torch import nn
from torch.distributions import MultivariateNormal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(2, 2)
        self.log_std = nn.Parameter(torch.full((2,), -1.0))

    def forward(self, state):
        cov_matrix = torch.diag((2.0 * self.log_std).exp())
        return MultivariateNormal(self.mean(state), cov_matrix)


policy = Policy()  # parameter
loss = -policy(torch.ones(2)).log_prob(torch.tensor([0.5, -0.5]))
loss.backward()
