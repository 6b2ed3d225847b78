"""A ratio for each part of the action is clipped, and not one of the whole action."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(states, 16), nn.Tanh(), nn.Linear(16, actions))
        self.log_std = nn.Parameter(torch.zeros(actions))

    def forward(self, x):
        return Normal(self.mean(x), self.log_std.exp())


policy, critic = Policy(4, 3), nn.Linear(4, 1)
states, actions = torch.randn(8, 4), torch.randn(8, 3)
returns, old = torch.randn(8, 1), torch.randn(8, 3)
advantage = returns - critic(states).detach()
ratio = (policy(states).log_prob(actions) - old).exp()  # expect: TAP410 certain
clipped = torch.clamp(ratio, 0.8, 1.2) * advantage
loss = -torch.min(ratio * advantage, clipped).mean()
loss.backward()
