"""The branch for training draws, the other one takes the mean."""

import torch
from torch import nn
from torch.distributions import Normal


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)
        self.decoder = nn.Linear(2, 4)

    def draw(self, mean):
        if self.training:
            return Normal(mean, 1.0).sample()  # expect: TAP405
        return mean

    def step(self, x):
        mean = self.mean(x)
        loss = (self.decoder(self.draw(mean)) - x).square().mean() + mean.square().mean()
        loss.backward()
