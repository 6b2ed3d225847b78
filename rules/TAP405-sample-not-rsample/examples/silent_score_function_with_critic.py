"""A score function beside the loss of the critic that judges the sample."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor = nn.Linear(3, 2)
state = torch.linspace(-1.0, 1.0, 12).reshape(4, 3)
policy = Normal(actor(state), torch.full((2,), 0.5))
critic = nn.Linear(5, 1)
action = policy.sample()
value = critic(torch.cat([state, action], dim=-1)).squeeze(-1)
score = -(policy.log_prob(action).sum(-1) * value.detach()).mean()
loss = score + (value - torch.ones(4)).square().mean()
loss.backward()
