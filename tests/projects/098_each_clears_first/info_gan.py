import torch
from torch import nn


class Shared(nn.Module):
    """Discriminator and classifier of the code over one body."""

    def __init__(self, n, codes):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n, 24), nn.LeakyReLU(0.1))
        self.real = nn.Linear(24, 1)
        self.code = nn.Linear(24, codes)

    def forward(self, x):
        h = self.body(x)
        return self.real(h).squeeze(-1), self.code(h)


class Gen(nn.Module):
    def __init__(self, noise, codes, n):
        super().__init__()
        self.noise, self.codes = noise, codes
        self.net = nn.Sequential(nn.Linear(noise + codes, 24), nn.ReLU(), nn.Linear(24, n))

    def draw(self, k):
        code = torch.randint(0, self.codes, (k,))
        z = torch.cat([torch.randn(k, self.noise), nn.functional.one_hot(code, self.codes)], 1)
        return self.net(z), code
