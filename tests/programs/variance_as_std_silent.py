"""Look-alikes in published programs: silent."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Independent, MultivariateNormal, Normal


def nll(mean, var, target):
    return -Normal(loc=mean, scale=var).log_prob(target).mean()


def act(net, state, n):
    output = net(state)
    var = torch.abs(output[n:])
    return Normal(output[:n].tanh(), var)


def blur(image, mean=0, var=0.001):
    return image + torch.normal(mean, var**0.5, size=image.shape)


def classes(n, size):
    var = np.random.uniform(0.5, 1.5)
    return torch.normal(0.0, var, size=(n, size))


class Policy(nn.Module):
    def __init__(self, size, log_std_min=-5, log_std_max=2):
        super().__init__()
        self.head = nn.Linear(size, size)
        self.var = nn.Linear(size, size)
        self.log_std_min, self.log_std_max = log_std_min, log_std_max

    def forward(self, x):
        log_std = torch.tanh(self.head(x))
        log_std = self.log_std_min + 0.5 * (self.log_std_max - self.log_std_min) * (log_std + 1)
        std = log_std.exp()
        joint = MultivariateNormal(x, torch.diag_embed(std.pow(2)))
        return Independent(Normal(x, std), 1), joint, Normal(x, F.softplus(self.var(x)))


def rescaled(x):
    log_std = -1.0 + 2.0 * (x.log_std + 1)
    return Normal(x.mean, log_std.exp())


def denoise(scheduler, pred, step, noise):
    variance = scheduler.variance(step, pred)
    variance = (variance**0.5) * torch.randn_like(pred)
    return pred + variance


def posterior_step(mean, posterior_log_variance, mask):
    noise = torch.randn_like(mean)
    return mean + mask * (0.5 * posterior_log_variance).exp() * noise


class Encoder(nn.Module):
    def reparameterise(self, mu, var):
        eps = torch.randn_like(mu)
        return mu + eps * var

    def by_attribute(self, mu):
        return mu + self.std * torch.randn_like(mu)

    def forward(self, mu, logvar):
        return self.reparameterise(mu, torch.exp(0.5 * logvar))


def old_spelling(mu, logvar):
    std = logvar.mul(0.5).exp_()
    eps = torch.FloatTensor(std.size()).normal_()
    return eps.mul(std).add_(mu)


def by_math(mu, var):
    return Normal(mu, math.sqrt(var)), Normal(mu, np.sqrt(var)), Normal(mu, float(var) ** 0.5)


def annealed(std, decay):
    std *= decay
    return Normal(0.0, std)


def shared(mu, std, other_std):
    return Normal(mu, std * other_std / (std**2 + other_std**2).sqrt())


def langevin(x, grad, var):
    return x + 0.5 * var * grad + var.sqrt() * torch.randn_like(x)
