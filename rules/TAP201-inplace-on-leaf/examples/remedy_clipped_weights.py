"""Clipped under no_grad, the weights stay leaves."""

# torch: runs
import torch
from torch import nn


class Trainer:
    def __init__(self, critic):
        self.critic = critic
        self.optimizer = torch.optim.RMSprop(self.critic.parameters(), lr=0.01)

    def step(self, batch):
        self.optimizer.zero_grad()
        self.critic(batch).mean().backward()
        self.optimizer.step()
        with torch.no_grad():
            for parameter in self.critic.parameters():
                parameter.clamp_(-0.01, 0.01)


if __name__ == "__main__":
    torch.manual_seed(0)
    net = nn.Linear(2, 1)
    Trainer(net).step(torch.ones(4, 2))
    weight = net.weight
    assert weight.abs().max() <= 0.01
