"""One step alone, summed with its other terms."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, critic, state = nn.Linear(4, 2), nn.Linear(4, 1), torch.randn(4)
policy = Normal(actor(state), torch.ones(2))
advantage = 1.0 - critic(state)
loss = -(policy.log_prob(policy.sample()).sum() * advantage.detach()) + advantage.pow(2)
loss.backward()
