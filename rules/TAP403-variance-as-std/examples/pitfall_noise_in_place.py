"""The same, as older code spells it: noise filled in place, then multiplied and added."""

# torch: runs
import torch


def reparameterise(mu, logvar):
    var = logvar.exp()
    eps = torch.empty_like(var).normal_()
    return eps.mul(var).add_(mu)  # expect: TAP403 likely


def divergence(mu, logvar):
    return (0.5 * (mu**2 + logvar.exp() - 1 - logvar)).sum()


z = reparameterise(torch.zeros(10000), torch.full((10000,), 2.0))
assert z.std() > 5
