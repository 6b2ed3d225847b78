"""How many parts an action has is an argument: the code is written for several."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


class Agent(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.mean, self.value = nn.Linear(states, actions), nn.Linear(states, 1)
        self.log_std = nn.Parameter(torch.zeros(actions))

    def loss(self, states, actions, returns):
        policy = Normal(self.mean(states), self.log_std.exp())
        advantage = returns - self.value(states)
        log_prob = policy.log_prob(actions)  # expect: TAP410 likely
        return -(log_prob * advantage.detach()).mean() + advantage.pow(2).mean()


def train(agent, optimizer, batch):
    loss = agent.loss(*batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
