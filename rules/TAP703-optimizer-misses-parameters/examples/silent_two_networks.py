"""Two backwards, and then both optimisers step."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(2, 1), nn.Linear(2, 1)
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
for batch in torch.randn(5, 4, 2):
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    actor(batch).mean().backward()
    critic(batch).pow(2).mean().backward()
    actor_optimizer.step()
    critic_optimizer.step()
