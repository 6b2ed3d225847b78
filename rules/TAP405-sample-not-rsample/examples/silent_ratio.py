"""The ratio of new and old probabilities of an action."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor = nn.Linear(3, 2)
state = torch.linspace(-1.0, 1.0, 12).reshape(4, 3)
policy = Normal(actor(state), torch.full((2,), 0.5))
action = policy.sample()
old = policy.log_prob(action).detach()
critic = nn.Linear(5, 1)
value = critic(torch.cat([state, action], dim=-1)).squeeze(-1)
ratio = (policy.log_prob(action) - old).exp().mean(-1)
loss = -ratio.mean() + value.square().mean()
loss.backward()
