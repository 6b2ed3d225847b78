"""Targets made under no_grad by another network; two critics are updated in turn."""

# torch: runs
import copy

import torch
import torch.nn.functional as F
from torch import nn


class TwinDelayed:
    def __init__(self):
        self.actor = nn.Linear(2, 2)
        self.critic = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
        self.critic_target = copy.deepcopy(self.critic)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def train(self, states, rewards, step):
        with torch.no_grad():
            target = rewards + 0.9 * self.critic_target(self.actor(states))
        critic_loss = F.mse_loss(self.critic(states), target)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        if step % 2 == 0:
            actor_loss = -self.critic(self.actor(states)).mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()
            with torch.no_grad():
                for new, old in zip(self.critic.parameters(), self.critic_target.parameters()):
                    old.mul_(0.99).add_(new, alpha=0.01)


agent = TwinDelayed()
for step in range(3):
    agent.train(torch.ones(2, 2), torch.zeros(2, 1), step)
