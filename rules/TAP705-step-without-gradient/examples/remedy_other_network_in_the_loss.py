"""The critic judges what the actor does."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(3, 2), nn.Linear(5, 1)
optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
states = torch.randn(4, 3)
loss = -critic(torch.cat([states, actor(states)], 1)).mean()
before = actor.weight.clone()
optimizer.zero_grad()
loss.backward()
optimizer.step()
critic_optimizer.zero_grad()
assert not torch.equal(before, actor.weight)
