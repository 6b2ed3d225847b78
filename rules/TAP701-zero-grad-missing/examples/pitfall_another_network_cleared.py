"""The critic's gradients are cleared in each round, the actor's never."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(2, 1), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for states in torch.randn(3, 4, 2):
    critic_optimizer.zero_grad()
    critic(states).pow(2).mean().backward()
    critic_optimizer.step()
    actor(states).mean().backward()
    actor_optimizer.step()  # expect: TAP701
