"""A graph autoencoder's output that is called logvar and is the logarithm of a deviation."""

import torch


class GraphEncoder(torch.nn.Module):
    def encode(self, x, adjacency):
        hidden = self.first(x, adjacency)
        return self.second(hidden, adjacency), self.third(hidden, adjacency)

    def reparameterise(self, mu, logvar):
        if not self.training:
            return mu
        std = torch.exp(logvar)
        eps = torch.randn_like(std)
        return eps.mul(std).add_(mu)

    def forward(self, x, adjacency):
        mu, logvar = self.encode(x, adjacency)
        return self.reparameterise(mu, logvar), mu, logvar


def divergence(mu, logvar, nodes):
    terms = 1 + 2 * logvar - mu.pow(2) - logvar.exp().pow(2)
    return -0.5 / nodes * torch.mean(torch.sum(terms, 1))


def guide(encoder, x):
    loc, logvar = encoder(x)
    scale = logvar.exp()
    return torch.distributions.Normal(loc, scale)
