"""The policy's loss is computed with the critic alone."""

# torch: runs
import torch
from torch import nn

class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(5, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def update_actor(self, count):
        states, actions = torch.randn(count, 3), torch.zeros(count, 2)
        loss = -self.critic(torch.cat([states, actions], 1)).mean()
        self.actor_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()  # expect: TAP705 certain

    def update_critic(self, states, actions):
        loss = self.critic(torch.cat([states, actions], 1)).pow(2).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()


agent = Agent()
before = agent.actor.weight.clone()
agent.update_actor(4)
assert torch.equal(before, agent.actor.weight)
