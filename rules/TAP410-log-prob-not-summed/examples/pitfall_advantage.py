"""The advantage of a step weighs the log-probabilities of all parts of its action."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
log_std = nn.Parameter(torch.zeros(2))
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), log_std.exp())
log_prob = policy.log_prob(actions)  # expect: TAP410 certain
loss = -(log_prob * advantage).mean()
loss.backward()
assert torch.allclose(2 * loss, -(log_prob.sum(-1, keepdim=True) * advantage).mean())
