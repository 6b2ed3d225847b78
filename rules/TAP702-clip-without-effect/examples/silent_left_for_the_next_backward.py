"""The actor's gradients are summed over rounds: clipped in each, used in the last."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=1.0)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1.0)

actor_optimizer.zero_grad()
for states in torch.randn(3, 8, 4):
    actor(states).pow(2).mean().backward()
    critic_optimizer.zero_grad()
    critic(states).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 1e-3)
    critic_optimizer.step()
actor_optimizer.step()
