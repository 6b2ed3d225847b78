"""The noise of a hand-written reparameterisation is scaled by the variance."""

# torch: runs
import torch


def reparameterise(mu, logvar):
    std = torch.exp(logvar)
    eps = torch.randn_like(std)
    return mu + eps * std  # expect: TAP403 likely


mu, logvar = torch.zeros(10000), torch.full((10000,), 2.0)
z = reparameterise(mu, logvar)
assert z.var() > 2 * logvar.exp()[0]
