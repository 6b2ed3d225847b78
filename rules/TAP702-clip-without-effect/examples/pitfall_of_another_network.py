"""The critic has its backward and its step, and the actor is clipped in between."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=1.0)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1.0)


def update_critic(states, returns):
    critic_optimizer.zero_grad()
    (critic(states) - returns).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 1e-3)  # expect: TAP702 likely
    critic_optimizer.step()


before = critic.weight.detach().clone()
update_critic(torch.ones(8, 4), 9.0)
assert (critic.weight - before).abs().max() > 1
