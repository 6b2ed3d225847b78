"""A categorical distribution tells one log-probability for each choice."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

from torch.distributions import Categorical

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
states, actions, returns = torch.randn(8, 4), torch.randn(8, 2), torch.randn(8, 1)
advantage = (returns - critic(states)).detach()
policy = Normal(actor(states), torch.ones(2))
choices = Categorical(logits=actor(states))
log_prob = choices.log_prob(choices.sample()).unsqueeze(-1)
loss = -(log_prob * advantage).mean()
loss.backward()
