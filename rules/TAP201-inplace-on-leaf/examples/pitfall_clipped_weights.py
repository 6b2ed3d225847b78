"""The weights of a network that an optimiser trains are clipped while autograd records."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
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
            parameter.clamp_(-0.01, 0.01)  # expect: TAP201


if __name__ == "__main__":
    torch.manual_seed(0)
    net = nn.Linear(2, 1)
    Trainer(net).step(torch.ones(4, 2))
    weight = net.weight
