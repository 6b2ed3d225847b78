"""Each part has an advantage of its own."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(4, 2), nn.Linear(4, 2)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 2)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
loss = -(policy.log_prob(actions) * advantage).mean()
loss.backward()
