import torch
from torch import nn
from torch.distributions import Categorical, Normal


class DiscretePolicy(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = nn.Linear(obs, act)

    def forward(self, x):
        return Categorical(logits=self.net(x))

    def act(self, x):
        dist = self(x)
        action = dist.sample()
        return action, dist.log_prob(action), dist.entropy()


class ContinuousPolicy(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mu = nn.Linear(obs, act)
        self.log_std = nn.Parameter(torch.zeros(act))

    def act(self, x):
        dist = Normal(self.mu(x), self.log_std.exp())
        action = dist.sample()
        return action, dist.log_prob(action).sum(-1), dist.entropy().sum(-1)


POLICIES = {"discrete": DiscretePolicy, "continuous": ContinuousPolicy}
