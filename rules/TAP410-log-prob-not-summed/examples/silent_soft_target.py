"""The entropy is summed before it is taken from the value."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

import torch.nn.functional as F

actor, critic = nn.Linear(4, 2), nn.Linear(6, 1)
states, actions = torch.randn(8, 4), torch.randn(8, 2)
after, rewards = torch.randn(8, 4), torch.randn(8, 1)
with torch.no_grad():
    policy = Normal(actor(after), torch.ones(2))
    drawn = policy.sample()
    squashed = torch.tanh(drawn)
    log_prob = policy.log_prob(drawn) - torch.log(1 - squashed.pow(2) + 1e-6)
    log_prob = log_prob.sum(1, keepdim=True)
    target = rewards + 0.99 * (critic(torch.cat([after, squashed], dim=1)) - 0.2 * log_prob)
loss = F.mse_loss(critic(torch.cat([states, actions], dim=1)), target)
loss.backward()
