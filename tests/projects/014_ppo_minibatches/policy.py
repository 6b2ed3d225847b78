import torch
from torch import nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.mu = nn.Sequential(nn.Linear(obs_dim, 24), nn.Tanh(), nn.Linear(24, act_dim))
        self.v = nn.Sequential(nn.Linear(obs_dim, 24), nn.Tanh(), nn.Linear(24, 1))
        self.log_std = nn.Parameter(torch.zeros(act_dim))

    def dist(self, obs):
        mean = self.mu(obs)
        return Normal(mean, self.log_std.exp().expand_as(mean))

    def evaluate(self, obs, actions):
        dist = self.dist(obs)
        return dist.log_prob(actions).sum(-1), dist.entropy().sum(-1), self.v(obs).squeeze(-1)
