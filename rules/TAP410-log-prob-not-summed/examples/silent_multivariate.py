"""A distribution of vectors tells one log-probability for each."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

from torch.distributions import MultivariateNormal

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
joint = MultivariateNormal(actor(states), torch.eye(2))
log_prob = joint.log_prob(actions).unsqueeze(-1)
loss = -(log_prob * advantage).mean()
loss.backward()
