import torch
from torch.distributions import Normal, kl_divergence


def elbo(x, recon, posterior, beta=1.0):
    prior = Normal(torch.zeros_like(posterior.loc), torch.ones_like(posterior.scale))
    rec = (recon - x).pow(2).sum(-1).mean()
    kl = kl_divergence(posterior, prior).sum(-1).mean()
    return rec + beta * kl, {"rec": rec.item(), "kl": kl.item()}
