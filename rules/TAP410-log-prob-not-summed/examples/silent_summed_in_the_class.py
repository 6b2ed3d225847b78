"""A distribution of one's own sums what the one above it tells."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


class Diagonal(Normal):
    def log_prob(self, value):
        return super().log_prob(value).sum(-1, keepdim=True)


actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
diagonal = Diagonal(actor(states), torch.ones(2))
loss = -(diagonal.log_prob(actions) * advantage).mean()
loss.backward()
