"""Each network has a method that clears after its step."""

# torch: runs
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(2, 2), nn.Linear(2, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def update_critic(self, states, returns):
        (self.critic(states) - returns).pow(2).mean().backward()
        self.critic_optimizer.step()  # expect: TAP704 likely
        self.critic_optimizer.zero_grad()

    def update_actor(self, states):
        (-self.critic(self.actor(states))).mean().backward()
        self.actor_optimizer.step()
        self.actor_optimizer.zero_grad()


agent = Agent()
for batch in torch.randn(3, 4, 2):
    agent.update_critic(batch, torch.ones(4, 1))
    agent.update_actor(batch)
