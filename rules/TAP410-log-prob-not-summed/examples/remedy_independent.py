"""`Independent` says that the last dimension is one action."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

from torch.distributions import Independent

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
log_prob = Independent(policy, 1).log_prob(actions)
loss = -(log_prob * advantage.squeeze(-1)).mean()
loss.backward()
