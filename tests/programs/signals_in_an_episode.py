"""Losses added up in place over an episode, and a return that begins with the last value."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 32)
        self.policy = nn.Linear(32, 2)
        self.value = nn.Linear(32, 1)

    def forward(self, state):
        features = F.relu(self.body(state))
        return F.softmax(self.policy(features), dim=-1), self.value(features)


net = Net()
optimizer = torch.optim.Adam(net.parameters())


def reinforce(states, outcomes):
    policy_loss, value_loss = torch.zeros(1), torch.zeros(1)
    for state, outcome in zip(states, outcomes):
        chances, value = net(state)
        policy = Categorical(chances)
        advantage = outcome - value
        policy_loss += -policy.log_prob(policy.sample()) * advantage  # expect: TAP408
        value_loss += advantage**2
    optimizer.zero_grad()
    (policy_loss + value_loss).backward()
    optimizer.step()


def a3c(states, actions, rewards, last, gamma, done):
    values, log_probs = [], []
    for state, action in zip(states, actions):
        chances, value = net(state)
        values.append(value)
        log_probs.append(chances.log().gather(1, action))
    outcome = torch.zeros(1, 1)
    if not done:
        _, outcome = net(last)
    policy_loss, value_loss = 0, 0
    for i in reversed(range(len(rewards))):
        outcome = gamma * outcome + rewards[i]  # expect: TAP408 likely
        advantage = outcome - values[i]
        value_loss = value_loss + 0.5 * advantage.pow(2)
        policy_loss = policy_loss - log_probs[i] * advantage  # expect: TAP408
    optimizer.zero_grad()
    (policy_loss + 0.5 * value_loss).backward()
    optimizer.step()


def detached(states, actions, rewards, last, gamma):
    values, log_probs = [], []
    for state, action in zip(states, actions):
        chances, value = net(state)
        values.append(value)
        log_probs.append(chances.log().gather(1, action))
    outcome = net(last)[1].detach()
    policy_loss, value_loss = 0, 0
    for i in reversed(range(len(rewards))):
        outcome = gamma * outcome + rewards[i]
        advantage = outcome - values[i]
        value_loss = value_loss + 0.5 * advantage.pow(2)
        policy_loss = policy_loss - log_probs[i] * advantage.detach()
    optimizer.zero_grad()
    (policy_loss + 0.5 * value_loss).backward()
    optimizer.step()
