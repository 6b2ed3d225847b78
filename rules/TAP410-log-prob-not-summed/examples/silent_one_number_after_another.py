"""The mean has one number a sample: its log-probabilities are those of whole actions."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor = nn.Linear(4, 1)
states, actions, advantages = torch.randn(8, 4), torch.randn(8), torch.randn(8, 1)
policy = Normal(actor(states).squeeze(-1), 0.5)
log_prob = policy.log_prob(actions)
loss = -(log_prob * advantages.squeeze(1)).mean() - (log_prob * advantages.mean()).mean()
loss.backward()
