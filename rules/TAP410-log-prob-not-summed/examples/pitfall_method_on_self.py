"""The log-probability is computed in one method, and weighed in another one."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.log_std = nn.Linear(4, 3), nn.Linear(4, 3)

    def log_prob(self, x, action):
        policy = Normal(self.mean(x), self.log_std(x).exp())
        return policy.log_prob(action)  # expect: TAP410 certain


actor, critic = Actor(), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 3), torch.randn(8, 1)
advantages = (returns - critic(states)).detach()
loss = -torch.mean(actor.log_prob(states, actions) * advantages)
loss.backward()
