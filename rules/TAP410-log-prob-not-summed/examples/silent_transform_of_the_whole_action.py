"""A transform of whole actions: the distribution sums over the parts itself."""

# torch: runs
import torch
from torch import nn
from torch.distributions import AffineTransform, Normal, TransformedDistribution

actor, critic = nn.Linear(4, 3), nn.Linear(4, 1)
states = torch.randn(8, 4)
advantage = torch.randn(8, 1) - critic(states).detach()
scaled = AffineTransform(0.0, 2.0, event_dim=1)
policy = TransformedDistribution(Normal(actor(states), 0.5), [scaled])
log_prob = policy.log_prob(policy.sample()).unsqueeze(1)
assert log_prob.shape == advantage.shape
loss = -(log_prob * advantage).mean()
loss.backward()
