import torch
from torch.distributions import MultivariateNormal


def diagonal_gaussian(mean, std):
    """Gaussian with a deviation for each dimension."""
    return MultivariateNormal(mean, torch.diag_embed(std))
