"""Rewards in a list are a row, and `gather` gives a column."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Agent:
    def __init__(self, memory, gamma):
        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
        self.memory, self.gamma = memory, gamma

    def learn(self, count):
        batch = self.memory[:count]
        states = torch.stack([step.state for step in batch])
        after = torch.stack([step.after for step in batch])
        actions = torch.tensor([step.action for step in batch]).view(-1, 1)
        rewards = torch.tensor([step.reward for step in batch])
        target = rewards + self.gamma * self.net(after).max(1)[0].detach()
        loss = F.smooth_l1_loss(self.net(states).gather(1, actions), target)  # expect: TAP409 likely
        loss.backward()
