"""A ratio of whole actions."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
old = policy.log_prob(actions).sum(-1, keepdim=True).detach()
ratio = (policy.log_prob(actions).sum(-1, keepdim=True) - old).exp()
clipped = torch.clamp(ratio, 0.8, 1.2) * advantage
loss = -torch.min(ratio * advantage, clipped).mean()
loss.backward()
