"""The noise is scaled by the variance, while the divergence takes it for a variance."""

# torch: runs
import torch


def reparameterise(mu, logvar):
    std = torch.exp(logvar)
    eps = torch.randn_like(std)
    return mu + eps * std  # expect: TAP403 likely


def divergence(mu, logvar):
    return -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())


mu, logvar = torch.zeros(10000), torch.full((10000,), 2.0)
z = reparameterise(mu, logvar)
assert z.var() > 2 * logvar.exp()[0]
