"""A deviation is handed to a divergence written by hand, whose parameter is the logarithm of one."""
# torch: right gradient
# report: https://github.com/sutaoyu/IBMEA/issues/2
# not caught: TAP403: a divergence written by hand is no distribution of torch; a parameter's name is all that contradicts
import torch
import torch.nn.functional as F
from torch import nn


def kld_gauss(mu_1, logsigma_1, mu_2, logsigma_2):
    sigma_1 = torch.exp(0.1 + 0.9 * F.softplus(logsigma_1.clamp(max=0.4)))
    sigma_2 = torch.exp(0.1 + 0.9 * F.softplus(logsigma_2.clamp(max=0.4)))
    ratio = (sigma_1.square() + (mu_1 - mu_2).square()) / (2 * sigma_2.square())
    return (torch.log(sigma_2 / sigma_1) + ratio - 0.5).sum(dim=1).mean()


encoder = nn.Linear(3, 4)  # parameter
mu, logvar = encoder(torch.randn(4, 3)).chunk(2, dim=1)
std = torch.exp(0.5 * logvar)
loss = kld_gauss(mu, std, torch.zeros(4, 2), torch.ones(4, 2))
loss.backward()
