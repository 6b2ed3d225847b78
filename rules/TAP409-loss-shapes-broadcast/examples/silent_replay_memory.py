"""What a memory holds has shapes that nobody sees here."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Learner:
    def __init__(self, memory):
        self.critic, self.memory = nn.Linear(3, 1), memory

    def learn(self):
        states, rewards, after, done = self.memory.sample()
        with torch.no_grad():
            target = rewards + 0.99 * (1 - done) * self.critic(after)
        loss = F.mse_loss(self.critic(states), target)
        loss.backward()


class Memory:
    def sample(self):
        return torch.randn(8, 3), torch.randn(8, 1), torch.randn(8, 3), torch.zeros(8, 1)


Learner(Memory()).learn()
