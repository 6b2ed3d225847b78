"""Terms of a loss that are numbers or detached: they move it and train nothing."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))


def a_number(x, y):
    out = net(x)
    loss = F.mse_loss(out, y) + 0.1 * F.l1_loss(out, y).item()  # expect: TAP104 likely
    loss.backward()


def detached_before(x, y):
    loss = F.mse_loss(net(x), y)
    penalty = net(x).pow(2).mean().detach()
    total = loss + 0.1 * penalty  # expect: TAP104 likely
    total.backward()


def added_in_place(x, y):
    loss = F.mse_loss(net(x), y)
    penalty = net(x).pow(2).mean()
    loss += penalty.detach()  # expect: TAP104 likely
    loss.backward()


def in_the_place_of_another(x, y):
    surrogate = F.mse_loss(net(x), y)
    value = net(x).pow(2).mean()
    loss = surrogate + (value - surrogate).detach()
    loss.backward()


def shown(x, y):
    first = F.mse_loss(net(x), y)
    second = net(x).pow(2).mean()
    first.backward()
    second.backward()
    return first.item() + second.item()


def each_has_its_own_backward(x, y):
    first = F.mse_loss(net(x), y)
    first.backward()
    second = net(x).pow(2).mean() + first.detach()
    second.backward()


def running(batches):
    mean = 0.0
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        mean = 0.1 * loss + 0.9 * mean
        mean.backward()
        mean = mean.item()


def straight_through(x):
    soft = net(x).softmax(-1)
    hard = (soft > 0.5).float() - soft.detach() + soft
    hard.sum().backward()


def against_a_target(x, reward):
    value = net(x).mean()
    goal = reward + 0.9 * net(x).max().detach()
    (value - goal).pow(2).backward()


def distance_to_what_is_real(real, fake):
    loss = net(real).mean().detach() - net(fake).mean()
    loss.backward()


def a_factor(x, y):
    loss = F.mse_loss(net(x), y)
    weight = net(x).pow(2).mean().detach()
    (loss * weight).backward()


def a_constant(x, y, offset):
    loss = F.mse_loss(net(x), y) + offset.item()
    loss.backward()
