"""The environment takes one number, however general the network is."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

ENVIRONMENT = "Pendulum-v1"


class Agent(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.mean, self.value = nn.Linear(states, actions), nn.Linear(states, 1)

    def loss(self, states, actions, returns):
        policy = Normal(self.mean(states), 1.0)
        advantage = returns - self.value(states)
        return -(policy.log_prob(actions) * advantage.detach()).mean() + advantage.pow(2).mean()


def train(agent, optimizer, batch):
    loss = agent.loss(*batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
