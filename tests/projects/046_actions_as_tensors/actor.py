import torch
from torch import nn
from torch.distributions import Beta


class BetaActor(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.net = nn.Linear(obs_dim, 2 * act_dim)

    def forward(self, obs):
        a, b = nn.functional.softplus(self.net(obs)).chunk(2, -1)
        return Beta(a + 1, b + 1)
