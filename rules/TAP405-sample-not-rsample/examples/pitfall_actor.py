"""The actor of a soft actor-critic learns nothing from the critic."""

# torch: wrong gradient
import torch
from torch import nn
from torch.distributions import Normal

alpha = 0.2
actor = nn.Linear(3, 2)  # parameter
critic = nn.Linear(5, 1)
state = torch.linspace(-1.0, 1.0, 12).reshape(4, 3)
policy = Normal(actor(state), torch.full((2,), 0.5))
action = policy.sample()  # expect: TAP405
value = critic(torch.cat([state, action], dim=-1)).squeeze(-1)
loss = (alpha * policy.log_prob(action).sum(-1) - value).mean()
loss.backward()
