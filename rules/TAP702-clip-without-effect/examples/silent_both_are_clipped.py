"""One after the other is clipped, for one step of each."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=1.0)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1.0)

for states in torch.randn(3, 8, 4):
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    actor(states).pow(2).mean().backward()
    critic(states).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 1e-3)
    nn.utils.clip_grad_norm_(critic.parameters(), 1e-3)
    actor_optimizer.step()
    critic_optimizer.step()
