"""The critic is cleared after its step; then the actor's loss fills it for the next round."""

# torch: runs
import torch
from torch import nn

actor, critic = nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False)
nn.init.constant_(actor.weight, 1.0)
nn.init.constant_(critic.weight, 0.0)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=1.0)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1.0)

for states in torch.ones(2, 1, 1):
    critic_loss = critic(states).mean()
    critic_loss.backward()
    critic_optimizer.step()  # expect: TAP704
    critic_optimizer.zero_grad()
    actor_loss = -critic(actor(states)).mean()
    actor_loss.backward()
    actor_optimizer.step()
    actor_optimizer.zero_grad()
assert critic.weight.item() == -1.0  # two steps of -1, less what the actor's loss has left: 1
