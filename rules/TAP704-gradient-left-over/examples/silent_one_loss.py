"""Two optimisers share one loss."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(2, 2), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for states in torch.randn(3, 4, 2):
    critic(actor(states)).pow(2).mean().backward()
    critic_optimizer.step()
    actor_optimizer.step()
    critic_optimizer.zero_grad()
    actor_optimizer.zero_grad()
