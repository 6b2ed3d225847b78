"""A policy returns a distribution: what was saved for its parameters is needed later."""

import torch
from torch import distributions as pyd
from torch import nn


class Squashed(pyd.transformed_distribution.TransformedDistribution):
    def __init__(self, loc, scale):
        self.base_dist = pyd.Normal(loc, scale)
        super().__init__(self.base_dist, [pyd.TanhTransform()])


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 4)

    def split(self, x):
        return self.trunk(x).chunk(2, dim=-1)


class Plain(Policy):
    def forward(self, x):
        mean, log_std = self.split(x)
        std = log_std.exp()
        std.clamp_(max=1.0)  # expect: TAP202 likely
        return pyd.Normal(mean, std)


class Wrapped(Policy):
    def forward(self, x):
        mean, log_std = self.split(x)
        log_std = torch.tanh(log_std)
        log_std.mul_(2)  # expect: TAP202 likely
        return pyd.Independent(pyd.Normal(mean, log_std.exp()), 1)


class Derived(Policy):
    def forward(self, x):
        mean, log_std = self.split(x)
        std = log_std.exp()
        std.clamp_(max=1.0)  # expect: TAP202 likely
        return Squashed(mean, std)


class Fresh(Policy):
    def forward(self, x):
        mean, log_std = self.split(x)
        return Squashed(mean, log_std.exp().clamp(max=1.0))


class OfAConstant(Policy):
    def forward(self, x):
        std = torch.ones(2).exp()
        std.clamp_(max=1.0)
        return Squashed(self.trunk(x), std)
