import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(obs_dim, 16), nn.Tanh(), nn.Linear(16, act_dim))
        self.log_std = nn.Parameter(torch.zeros(act_dim))

    def forward(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())

    @torch.no_grad()
    def act(self, obs):
        return self(torch.as_tensor(obs, dtype=torch.float32)).sample().numpy()
