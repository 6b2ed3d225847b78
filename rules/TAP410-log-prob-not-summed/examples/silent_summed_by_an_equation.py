"""`einsum` sums over the parts, or over the parts and their weights."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
log_prob = torch.einsum("nk->n", policy.log_prob(actions))
weighed = torch.einsum("nk,n->n", policy.log_prob(actions), advantage.squeeze(1))
loss = -(log_prob * advantage.squeeze(1)).mean() - weighed.mean()
loss.backward()
