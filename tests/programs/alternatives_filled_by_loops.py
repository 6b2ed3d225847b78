"""One of two networks of one class, each with as many layers as a setting says."""

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, size, repeats):
        super().__init__()
        layers = [nn.Conv2d(size, size, 3), nn.LeakyReLU(0.1)]
        for _ in range(repeats):
            layers.append(nn.Conv2d(size, size, 3))
            layers.append(nn.LeakyReLU(0.1))
        self.main = nn.Sequential(*layers)
        self.head = nn.Conv2d(size, 1, 3)

    def forward(self, x):
        return self.head(self.main(x))


class Solver:
    def __init__(self, config):
        self.dataset = config.dataset
        self.build(config)

    def build(self, config):
        self.G = nn.Conv2d(4, 4, 3)
        if self.dataset in ["a", "b"]:
            self.D = Critic(3, config.repeats)
        elif self.dataset in ["c"]:
            self.D = Critic(4, config.repeats)
        self.optimizer = torch.optim.Adam(self.G.parameters())

    def train(self, x):
        fake = self.G(x)
        loss = -torch.mean(self.D(fake))
        fake.data.add_(1).div_(2)  # expect: TAP301
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def train_on_changed(self, x):
        fake = self.G(x)
        changed = fake.detach().add(1).div(2)
        loss = -torch.mean(self.D(fake)) + changed.mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
