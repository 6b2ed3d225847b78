"""The log-probability weighs a reward: the sample is a constant there."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor = nn.Linear(3, 2)
state = torch.linspace(-1.0, 1.0, 12).reshape(4, 3)
policy = Normal(actor(state), torch.full((2,), 0.5))
action = policy.sample()
reward = -action.square().sum(-1)
loss = -(policy.log_prob(action).sum(-1) * reward).mean()
loss.backward()
