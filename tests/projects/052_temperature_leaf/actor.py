import torch
from torch import nn
from torch.distributions import Normal


class SquashedActor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 24), nn.ReLU(), nn.Linear(24, 2 * act))

    def forward(self, obs):
        mu, log_std = self.net(obs).chunk(2, -1)
        dist = Normal(mu, log_std.clamp(-5, 2).exp())
        u = dist.rsample()
        a = torch.tanh(u)
        log_prob = (dist.log_prob(u) - torch.log(1 - a.pow(2) + 1e-6)).sum(-1)
        return a, log_prob
