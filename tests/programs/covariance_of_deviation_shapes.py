"""Deviations that end up as covariances, and covariances that are right."""

import torch
from torch.distributions import LowRankMultivariateNormal, MultivariateNormal


class ActorCritic:
    def __init__(self, action_dim, action_std_init):
        self.wrong_var = torch.full((action_dim,), action_std_init)
        self.action_var = torch.full((action_dim,), action_std_init * action_std_init)

    def wrong(self, mean):
        cov = torch.diag(self.wrong_var).unsqueeze(dim=0)
        return MultivariateNormal(mean, cov)  # expect: TAP402 likely

    def right(self, mean):
        return MultivariateNormal(mean, torch.diag(self.action_var).unsqueeze(dim=0))


class Gaussian(MultivariateNormal):
    pass


def subclass(mean, log_std):
    return Gaussian(mean, torch.diag_embed(log_std.exp()))  # expect: TAP402 likely


def explicit(self, mean, std):
    MultivariateNormal.__init__(self, mean, torch.diag(std))  # expect: TAP402 likely


def low_rank(mean, factor, std):
    return LowRankMultivariateNormal(mean, factor, std**2), LowRankMultivariateNormal(
        mean, cov_factor=factor, cov_diag=std.square()
    )


def constants(mean):
    std = torch.ones(3)
    return MultivariateNormal(mean, torch.diag(std)), MultivariateNormal(mean, std * torch.eye(3))


def changed(mean, std):
    std = std.clone()
    std **= 2
    return MultivariateNormal(mean, torch.diag(std))


def factors(mean, cov, std):
    scale_tril = torch.linalg.cholesky(cov)
    precision = torch.inverse(cov)
    d = MultivariateNormal(mean, precision_matrix=precision)
    e = MultivariateNormal(mean, scale_tril=scale_tril)
    f = MultivariateNormal(mean, scale_tril @ scale_tril.T)
    g = MultivariateNormal(mean, precision_matrix=torch.diag(std**-2))
    return d, e, f, g


def sigma(mean, sigma):
    return MultivariateNormal(mean, torch.diag(sigma)), MultivariateNormal(mean, sigma)
