"""A squashed distribution tells one log-probability for each number, too."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal, TanhTransform, TransformedDistribution

actor, critic = nn.Linear(4, 3), nn.Linear(7, 1)
states = torch.randn(8, 4)
policy = TransformedDistribution(Normal(actor(states), 0.5), [TanhTransform(cache_size=1)])
action = policy.rsample()
log_prob = policy.log_prob(action)  # expect: TAP410 certain
loss = (0.2 * log_prob - critic(torch.cat([states, action], dim=1))).mean()
loss.backward()
