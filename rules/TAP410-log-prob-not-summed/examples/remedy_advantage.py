"""The log-probability of an action is the sum of those of its parts."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
log_prob = policy.log_prob(actions).sum(-1, keepdim=True)
loss = -(log_prob * advantage).mean()
loss.backward()
