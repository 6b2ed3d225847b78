from typing import Tuple

import numpy as np
import torch
from torch import nn
from torch.distributions import Normal


def fresh(x):
    v = x.new(x.size())
    v.requires_grad = True
    return v


def fresh2():
    v = torch.zeros(3).new(3)
    v.requires_grad = True
    return v

w = torch.normal(0, 1, (3, 4), requires_grad=True)
loss = (w * 2).sum()
loss.backward()

mean = torch.zeros(3, requires_grad=True)
z = torch.normal(mean, 1.0)  # expect: TAP405
z.sum().backward()


def pick(mu: float, sigma: float) -> Tuple[float, float]:
    return make(mu, sigma)


def use(mu, sigma):
    a, b = pick(mu, sigma)
    return a.log_prob(b)


def mode(x, mode="det"):
    h = torch.sigmoid(nn.Linear(3, 3)(x))
    if mode == "det":
        return h
    h *= 2  # expect: TAP202
    h.sum().backward()


def det(x):
    return mode(x)


def used_otherwise(x: np.ndarray, y: float, z: torch.Tensor):
    x.backward()
    loss = y.mean()
    y.backward()
    z.append(1)
    z.zero_()


def fresh3(batches, net, opt):
    for x in batches:
        h = net(x) * torch.ones(3, requires_grad=True)
        v = h.new(h.size())
        v.requires_grad = True
        out = (v * h).sum()
        out.backward()


class Model(nn.Module):
    def act(self, obs) -> Tuple[float, float]:
        return self.policy(obs)

    def loss(self, obs, value):
        dist, action = self.act(obs)
        loss = dist.log_prob(action).mean()
        loss.backward()
        return Normal(value, 1.0).log_prob(action)
