"""Standard noise that numpy has drawn is noise as torch's is."""

import numpy as np
import torch
from torch.autograd import Variable

FloatTensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def divergence(mu, logvar):
    return 0.5 * torch.sum(torch.exp(logvar) + mu**2 - logvar - 1)


def of_a_logarithm(mu, logvar):
    std = torch.exp(logvar)
    eps = Variable(FloatTensor(np.random.normal(0, 1, (mu.size(0), 3))))
    return eps * std + mu  # expect: TAP403 likely


def of_a_variance(batch, mean):
    eps = torch.from_numpy(np.random.randn(3))
    return mean + eps * batch.var(0)  # expect: TAP403


def of_a_variance_by_keywords(batch, mean):
    eps = torch.as_tensor(np.random.normal(scale=1.0, size=3))
    return mean + batch.var(0) * eps  # expect: TAP403


def of_a_logarithm_halved(mu, logvar):
    std = torch.exp(logvar / 2)
    eps = Variable(FloatTensor(np.random.normal(0, 1, (mu.size(0), 3))))
    return eps * std + mu


def of_another_width(batch, mean, width):
    eps = torch.from_numpy(np.random.normal(0, width, 3))
    return mean + eps * batch.var(0)


def of_no_noise(batch, mean):
    at = torch.from_numpy(np.random.uniform(0, 1, 3))
    return mean + at * batch.var(0)


def of_a_deviation(batch, mean):
    eps = torch.from_numpy(np.random.standard_normal(3))
    return mean + eps * batch.std(0)
