"""The loss of the critic does not train the policy that drew the action."""

# torch: right gradient
import torch
from torch import nn
from torch.distributions import Normal

actor = nn.Linear(3, 2)
critic = nn.Linear(5, 1)  # parameter
state = torch.linspace(-1.0, 1.0, 12).reshape(4, 3)
policy = Normal(actor(state), torch.full((2,), 0.5))
action = policy.sample()
loss = (critic(torch.cat([state, action], dim=-1)) - 1).square().mean()
loss.backward()
