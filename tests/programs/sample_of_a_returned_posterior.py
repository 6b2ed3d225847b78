"""A network that returns what it decodes from a sample, with the posterior for the divergence."""

import torch
from torch import nn
from torch.distributions import Independent, Normal


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.encoder = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4))
        self.decoder = nn.Linear(2, 10)
        self.register_buffer("mask", torch.ones(10, dtype=torch.bool))

    def posterior(self, x):
        mean, log_scale = self.encoder(self.embedding(x)).chunk(2, -1)
        return Independent(Normal(mean, log_scale.clamp(-3, 2).exp()), 1)

    def forward(self, x):
        posterior = self.posterior(x)
        z = posterior.sample()  # expect: TAP405 likely
        logits = self.decoder(z).reshape(-1, 10)
        return torch.masked_fill(logits, ~self.mask, -1e9), posterior, z

    def generate(self, x):
        return self.decoder(self.posterior(x).sample())


class Policy(nn.Module):
    """What a policy returns beside its distribution is not decoded from the sample."""

    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)
        self.value = nn.Linear(4, 1)
        self.log_std = nn.Parameter(torch.zeros(2))

    def forward(self, x):
        policy = Normal(self.mean(x), self.log_std.exp())
        action = policy.sample()
        return action, policy.log_prob(action).sum(-1), policy, self.value(x)
