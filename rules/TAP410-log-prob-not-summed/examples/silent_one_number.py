"""An action of one number has one log-probability."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(4, 1), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 1), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(1))
loss = -(policy.log_prob(actions) * advantage).mean()
loss.backward()
