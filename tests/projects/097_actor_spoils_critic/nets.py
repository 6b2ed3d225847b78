import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 24), nn.ReLU(), nn.Linear(24, act), nn.Tanh())

    def forward(self, obs):
        return self.net(obs)


class Critic(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs + act, 24), nn.ReLU(), nn.Linear(24, 1))

    def forward(self, obs, act):
        return self.net(torch.cat([obs, act], dim=1)).squeeze(1)
