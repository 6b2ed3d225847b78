"""A mask of steps leaves some out: a product of what is true or not."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor = nn.Linear(4, 2)
states, actions = torch.randn(8, 4), torch.randn(8, 2)
policy = Normal(actor(states), torch.ones(2))
kept = torch.ones(8, 2)
kept[3] = 0
loss = -(policy.log_prob(actions) * kept).sum() / kept.sum()
loss.backward()
