"""The weights of a network that an optimiser trains are clipped while autograd records."""

# torch: runs
import pytest
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
        for parameter in self.critic.parameters():
            parameter.clamp_(-0.01, 0.01)  # expect: TAP201 likely


if __name__ == "__main__":
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        Trainer(nn.Linear(2, 1)).step(torch.ones(4, 2))
