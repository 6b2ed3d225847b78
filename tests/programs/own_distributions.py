"""Classes of the file that are distributions, or hold one: what they are made with, and asked for."""

import torch
from torch import distributions as pyd
from torch import nn


class SquashedNormal(pyd.transformed_distribution.TransformedDistribution):
    def __init__(self, loc, scale):
        self.loc = loc
        self.scale = scale
        self.base_dist = pyd.Normal(loc, scale)
        super().__init__(self.base_dist, [pyd.TanhTransform()])

    @property
    def mean(self):
        return torch.tanh(self.loc)


class Wrapped:
    def __init__(self, mu, std):
        self.normal = pyd.Normal(mu, std)

    def sample(self):
        return torch.tanh(self.normal.sample())

    def rsample(self):
        return torch.tanh(self.normal.rsample())

    def log_prob(self, x):
        return self.normal.log_prob(x)


class Fixed:
    def __init__(self, mu, logvar):
        self.normal = pyd.Normal(mu, logvar.mul(0.5).exp())


class Squashed(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 2)

    def forward(self, obs):
        mu, log_std = self.trunk(obs).chunk(2, dim=-1)
        return SquashedNormal(mu, log_std.exp())


class SquashedWrong(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 2)

    def forward(self, obs):
        mu, log_std = self.trunk(obs).chunk(2, dim=-1)
        return SquashedNormal(mu, log_std)  # expect: TAP403 likely


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 2)

    def forward(self, obs):
        mu, log_std = self.trunk(obs).chunk(2, dim=-1)
        return Wrapped(mu, std=log_std.exp())


class HeldWrong(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 2)

    def forward(self, obs):
        mu, log_std = self.trunk(obs).chunk(2, dim=-1)
        return Wrapped(mu, std=log_std)  # expect: TAP403 likely


def of_variance(x):
    return Fixed(x.mean(), x.var().log())


critic = nn.Linear(4, 1)


def update(obs, alpha):
    dist = Squashed()(obs)
    action = dist.sample()  # expect: TAP405
    log_prob = dist.log_prob(action).sum(-1, keepdim=True)
    q = critic(torch.cat([obs, action], -1))
    (alpha.detach() * log_prob - q).mean().backward()


def update_held(obs, alpha):
    dist = Held()(obs)
    action = dist.sample()  # expect: TAP405
    log_prob = dist.log_prob(action).sum(-1, keepdim=True)
    q = critic(torch.cat([obs, action], -1))
    (alpha.detach() * log_prob - q).mean().backward()


def update_right(obs, alpha):
    dist = Squashed()(obs)
    action = dist.rsample()
    log_prob = dist.log_prob(action).sum(-1, keepdim=True)
    q = critic(torch.cat([obs, action], -1))
    (alpha.detach() * log_prob - q).mean().backward()


def update_scored(obs, advantage):
    dist = Squashed()(obs)
    action = dist.sample()
    log_prob = dist.log_prob(action).sum(-1, keepdim=True)
    (-log_prob * advantage).mean().backward()
