import torch
from torch import nn


class Critic(nn.Sequential):
    def __init__(self, n):
        super().__init__(nn.Linear(n, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))

    @torch.no_grad()
    def clip(self, c):
        for p in self.parameters():
            p.clamp_(-c, c)


class Sampler(nn.Sequential):
    def __init__(self, z, n):
        super().__init__(nn.Linear(z, 32), nn.ReLU(), nn.Linear(32, n))
        self.z = z

    def draw(self, k):
        return self(torch.randn(k, self.z))
