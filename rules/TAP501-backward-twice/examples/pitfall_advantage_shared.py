"""The advantage is used in both losses of one agent; the critic's backward frees its graph."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(2, 1)
        self.critic = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))

    def update(self, states, returns):
        advantage = returns - self.critic(states)
        critic_loss = advantage.pow(2).mean()
        actor_loss = -(self.actor(states) * advantage).mean()
        critic_loss.backward()
        actor_loss.backward()  # expect: TAP501


Agent().update(torch.ones(3, 2), torch.zeros(3, 1))
