"""Shapes in which published programs hand a variance, or a logarithm, to a scale."""

import pyro
import pyro.distributions as pd
import torch
import torch.distributions as D
import torch.nn as nn
from torch.distributions.normal import Normal


class MixtureHead(nn.Module):
    def __init__(self, net, size):
        super().__init__()
        self.net, self.size = net, size

    def nll(self, h, target):
        out = self.net(h)
        mu, logvar = out[..., : self.size], out[..., self.size :]
        logvar = logvar.clamp(-6, 6)
        return -Normal(mu, logvar.exp()).log_prob(target).mean()  # expect: TAP403 likely


def improvement(gp, xs, best):
    prediction = gp(xs)
    var = prediction.variance
    marginal = torch.distributions.Normal(prediction.mean, var)  # expect: TAP403 likely
    return marginal.cdf(best)


def model(net, x, y):
    mu = net(x).squeeze()
    sigma = pyro.sample("sigma", pd.Gamma(0.5, 1.0))
    return pyro.sample("obs", pd.Normal(mu, sigma * sigma), obs=y)  # expect: TAP403 likely


class Encoder(nn.Module):
    def encode(self, x):
        return self.to_mu(x), self.to_logvar(x)

    def sample(self, x):
        mu, logvar = self.encode(x)
        return D.Independent(D.Normal(mu, logvar), 1).rsample()  # expect: TAP403 likely

    def by_hand(self, x):
        mu, logvar = self.encode(x)
        return mu + torch.randn_like(mu) * logvar  # expect: TAP403 likely

    def with_addcmul(self, x):
        mu, logvar = self.encode(x)
        return torch.addcmul(mu, logvar.exp(), torch.randn_like(mu))  # expect: TAP403 likely

    def helper(self, mu, var):
        return mu + var * torch.randn_like(mu)  # expect: TAP403 likely

    def through_helper(self, x):
        mu, logvar = self.encode(x)
        return self.helper(mu, logvar.exp())


def noisy(x, settings):
    return x + settings.noise_var * torch.randn(x.shape)  # expect: TAP403 likely


def outputs_of_a_dict(out):
    mu, spread = out["mu"], out["logvar"].exp()
    return D.kl_divergence(D.Normal(mu, spread), D.Normal(0.0, 1.0))  # expect: TAP403 likely


def divergence(mu, logvar):
    return -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
