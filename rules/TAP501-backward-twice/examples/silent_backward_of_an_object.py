"""An object of a class of its own has a ``backward``, which computes anew."""

# torch: runs
from types import SimpleNamespace

import torch
from torch import nn

net = nn.Linear(2, 1)


def backward():
    (net(torch.ones(1, 2)) ** 2).mean().backward()


def train(make):
    model = make()
    model.backward()
    model.backward()
    loss_model = make()
    loss_model.set_input(torch.ones(1, 2))
    loss_model.backward()
    loss_model.backward()
    criterion = make()
    criterion.backward()
    criterion.backward()


train(lambda: SimpleNamespace(backward=backward, set_input=print))
