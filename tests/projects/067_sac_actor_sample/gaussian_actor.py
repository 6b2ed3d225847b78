import torch
from torch import nn
from torch.distributions import Normal

LOG_STD_MIN, LOG_STD_MAX = -5, 2


class GaussianActor(nn.Module):
    def __init__(self, obs_dim, act_dim, hidden=32):
        super().__init__()
        self.fc = nn.Linear(obs_dim, hidden)
        self.mean = nn.Linear(hidden, act_dim)
        self.log_std = nn.Linear(hidden, act_dim)

    def forward(self, obs):
        h = torch.relu(self.fc(obs))
        return self.mean(h), self.log_std(h).clamp(LOG_STD_MIN, LOG_STD_MAX)

    def get_action(self, obs):
        mean, log_std = self(obs)
        dist = Normal(mean, log_std.exp())
        action = dist.sample()
        return action, dist.log_prob(action).sum(-1)
