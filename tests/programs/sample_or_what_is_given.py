"""A sample is drawn to act with where no action is given; it is given while training."""

import torch
from torch import nn
from torch.distributions import Beta, Normal


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(4, 8)
        self.mean = nn.Linear(8, 2)
        self.raw = nn.Linear(8, 2)
        self.value = nn.Linear(10, 1)

    def forward(self, x, action=None):
        features = self.trunk(x)
        policy = Normal(self.mean(features), self.raw(features).exp())
        if action is None:
            action = policy.sample()
        value = self.value(torch.cat([features, action], dim=-1))
        return action, policy.log_prob(action).sum(-1), policy.entropy().sum(-1), value

    def choose(self, x, given: torch.Tensor):
        policy = Beta(self.mean(x).exp(), self.raw(x).exp())
        action = given if given.numel() else policy.sample()
        loss = self.value(action).mean() + policy.entropy().mean()
        loss.backward()

    def hand_over(self, x):
        """In evaluation the latent is drawn, in training computed."""
        mean, deviation = self.mean(x), self.raw(x).exp()
        if self.training:
            z = mean + deviation * torch.randn_like(deviation)
        else:
            z = Normal(mean, deviation).sample()
        loss = self.value(z).square().mean() + mean.square().mean()
        loss.backward()
