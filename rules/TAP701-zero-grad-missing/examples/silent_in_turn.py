"""Two networks are trained in turn: what the other one has got is thrown away."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(2, 1), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for step in range(8):
    states = torch.randn(4, 2)
    actor(states).mean().backward()
    critic(states).pow(2).mean().backward()
    if step % 2 == 0:
        critic_optimizer.step()
    else:
        actor_optimizer.step()
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
