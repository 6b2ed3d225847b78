import torch
from torch import nn

from distributions import diagonal_gaussian


class GaussianActor(nn.Module):
    def __init__(self, obs_dim, act_dim, init_log_std=-1.0):
        super().__init__()
        self.mu = nn.Sequential(nn.Linear(obs_dim, 32), nn.ReLU(), nn.Linear(32, act_dim))
        self.log_std = nn.Parameter(torch.full((act_dim,), init_log_std))

    def forward(self, obs):
        mean = self.mu(obs)
        std = self.log_std.exp().expand_as(mean)
        return diagonal_gaussian(mean, std)
