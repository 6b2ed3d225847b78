"""Fixed variances of a policy, in the usual spelling of PPO tutorials."""

# torch: runs
import torch
from torch import nn
from torch.distributions import MultivariateNormal


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 2)
        self.cov_var = torch.full(size=(2,), fill_value=0.5)
        self.cov_mat = torch.diag(self.cov_var)

    def act(self, observation):
        dist = MultivariateNormal(self.actor(observation), self.cov_mat)
        action = dist.sample()
        return action.numpy(), dist.log_prob(action).detach()


Agent().act(torch.ones(3))
