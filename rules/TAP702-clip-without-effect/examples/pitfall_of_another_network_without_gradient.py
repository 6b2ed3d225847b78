"""Both are cleared, one has a backward, the other one is clipped."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=1.0)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1.0)

before = critic.weight.detach().clone()
for states in torch.ones(3, 8, 4):
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    (critic(states) - 9.0).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 1e-3)  # expect: TAP702 certain
    critic_optimizer.step()
    assert actor.weight.grad is None
assert (critic.weight - before).abs().max() > 1
