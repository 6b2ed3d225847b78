"""A parameter decides whether the advantage keeps its history: no call asks for the other branch."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()])


def update(states, returns, through_critic=True):
    values = critic(states).squeeze(-1)
    advantages = returns - values
    if not through_critic:
        advantages = advantages.detach()
    chosen = Categorical(logits=actor(states))
    loss = -(chosen.log_prob(chosen.sample()) * advantages).mean() + (returns - values).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


update(torch.randn(3, 4), torch.randn(3))
