import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.q1 = self._make(obs + act)
        self.q2 = self._make(obs + act)

    @staticmethod
    def _make(n):
        return nn.Sequential(nn.Linear(n, 24), nn.ReLU(), nn.Linear(24, 1))

    def forward(self, obs, act):
        x = torch.cat([obs, act], dim=-1)
        return self.q1(x), self.q2(x)


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 24), nn.ReLU(), nn.Linear(24, act), nn.Tanh())

    def forward(self, obs):
        return self.net(obs)
