"""Discrete SAC: the expectation over all actions, and the critics learn from a loss of their own."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

actor, critic, alpha = nn.Linear(2, 3), nn.Linear(2, 3), 0.2
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
states, actions, targets = torch.randn(4, 2), torch.randint(3, (4, 1)), torch.randn(4, 1)
for _ in range(2):
    critic_optimizer.zero_grad()
    F.mse_loss(critic(states).gather(1, actions), targets).backward()
    critic_optimizer.step()
    logits = actor(states)
    log_chances = F.log_softmax(logits, dim=1)
    losses = log_chances.exp() * (alpha * log_chances - critic(states))
    actor_optimizer.zero_grad()
    losses.sum(1).mean().backward()
    actor_optimizer.step()
