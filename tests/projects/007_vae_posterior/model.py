import torch
from torch import nn
from torch.distributions import Normal


class VAE(nn.Module):
    def __init__(self, x_dim=12, h_dim=32, z_dim=3):
        super().__init__()
        self.z_dim = z_dim
        self.encoder = nn.Sequential(nn.Linear(x_dim, h_dim), nn.ReLU())
        self.loc = nn.Linear(h_dim, z_dim)
        self.scale = nn.Sequential(nn.Linear(h_dim, z_dim), nn.Softplus())
        self.decoder = nn.Sequential(nn.Linear(z_dim, h_dim), nn.ReLU(), nn.Linear(h_dim, x_dim))

    def encode(self, x):
        h = self.encoder(x)
        return Normal(self.loc(h), self.scale(h) + 1e-4)

    def forward(self, x):
        posterior = self.encode(x)
        z = posterior.sample()
        return self.decoder(z), posterior
