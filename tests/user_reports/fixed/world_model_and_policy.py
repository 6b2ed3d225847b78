"""All backwards first, all steps last."""
# torch: runs
import torch
from torch import nn
from torch.optim import Adam


class Dreamer:
    def __init__(self):
        self.world = nn.Sequential(nn.Linear(3, 4), nn.ELU(), nn.Linear(4, 3))
        self.actor = nn.Sequential(nn.Linear(3, 4), nn.ELU(), nn.Linear(4, 3))
        self.value = nn.Sequential(nn.Linear(3, 4), nn.ELU(), nn.Linear(4, 1))
        self.model_optimizer = Adam(self.world.parameters())
        self.actor_optimizer = Adam(self.actor.parameters())
        self.value_optimizer = Adam(self.value.parameters())

    def losses(self, state):
        model_loss = (self.world(state) - state).square().mean()
        imagined = self.world(self.actor(state.detach()))
        value = self.value(imagined)
        actor_loss = -value.mean()
        value_loss = (self.value(imagined.detach()) - 1.0).square().mean()
        return model_loss, actor_loss, value_loss

    def optimize_agent(self, state):
        model_loss, actor_loss, value_loss = self.losses(state)
        self.model_optimizer.zero_grad()
        self.actor_optimizer.zero_grad()
        self.value_optimizer.zero_grad()
        model_loss.backward()
        actor_loss.backward()
        value_loss.backward()
        self.model_optimizer.step()
        self.actor_optimizer.step()
        self.value_optimizer.step()


agent = Dreamer()
agent.optimize_agent(torch.randn(4, 3))
