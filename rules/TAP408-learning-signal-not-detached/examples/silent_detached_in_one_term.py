"""The policy gets the advantage as a number, the critic gets it with its history."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical

actor, critic = nn.Linear(2, 3), nn.Linear(2, 1)
states, returns = torch.randn(4, 2), torch.randn(4)
policy = Categorical(logits=actor(states))
advantage = returns - critic(states).squeeze(1)
weight = advantage.detach()
loss = -(policy.log_prob(policy.sample()) * weight).mean() + advantage.pow(2).mean()
loss.backward()
