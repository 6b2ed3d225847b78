"""The loss of one reaches the other, whose gradient is clipped before anybody steps."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=1.0)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1.0)

joint_optimizer = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=1.0)
for states in torch.randn(3, 8, 4):
    joint_optimizer.zero_grad()
    (critic(states).mean() + actor(states).pow(2).mean()).backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 1e-3)
    joint_optimizer.step()
