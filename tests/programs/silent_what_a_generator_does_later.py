"""A generator goes on when it is asked for the next value, or when the `with` has ended."""

from contextlib import contextmanager

import torch

w = torch.ones(2, requires_grad=True)
v = torch.ones(2)


@contextmanager
def frozen(p):
    p.requires_grad_(False)
    yield p
    p.requires_grad_(True)


@contextmanager
def trained(p):
    p.requires_grad_(True)
    yield p
    p.requires_grad_(False)


def lazy(y):
    yield y.sum()
    y.mul_(2)


def in_between():
    with frozen(w):
        w.add_(1)
    with trained(v):
        (v * 2).sum().backward()


def not_yet():
    y = (torch.ones(2, requires_grad=True) * 2).exp()
    s = next(lazy(y))
    s.backward()


in_between()
not_yet()
