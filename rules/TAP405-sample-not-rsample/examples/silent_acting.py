"""What is sampled to act with goes to the environment, and later meets the critic."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

actor = nn.Linear(3, 2)
state = torch.linspace(-1.0, 1.0, 12).reshape(4, 3)
policy = Normal(actor(state), torch.full((2,), 0.5))
critic = nn.Linear(5, 1)
action = policy.sample()
kept = [action.numpy()]
loss = (critic(torch.cat([state, torch.as_tensor(kept[0])], dim=-1)) - 1).square().mean()
loss = loss + policy.entropy().mean() + actor.weight.square().sum()
loss.backward()
