"""Layers and optimisers that a setting picks by their names."""

import torch
from torch import nn


def step_between(batches, kind):
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
    optimizer = getattr(torch.optim, kind)(model.parameters(), lr=0.1)
    for x in batches:
        out = model(x)
        first, second = out.mean(), out.std()
        optimizer.zero_grad()
        first.backward(retain_graph=True)
        optimizer.step()  # expect: TAP204
        second.backward()


def step_after(batches, kind):
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
    optimizer = getattr(torch.optim, kind)(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()


class Recurrent(nn.Module):
    def __init__(self, kind, width):
        super().__init__()
        if kind in ["GRU", "RNN"]:
            self.rnn = getattr(nn, kind)(width, width)
        else:
            raise ValueError(kind)
        self.act = getattr(nn, "Sigmoid")()

    def forward(self, x, hidden):
        out, hidden = self.rnn(x, hidden)
        return self.act(out), hidden


def carried(batches, kind):
    model = Recurrent(kind, 3)
    hidden = torch.zeros(3)
    for x in batches:
        out, hidden = model(x, hidden)
        out.sum().backward()  # expect: TAP501


def carried_detached(batches, kind):
    model = Recurrent(kind, 3)
    hidden = torch.zeros(3)
    for x in batches:
        out, hidden = model(x, hidden.detach())
        out.sum().backward()


def in_place(x):
    model = Recurrent("GRU", 3)
    out, _ = model(x, torch.zeros(3))
    out += 1  # expect: TAP202
    out.sum().backward()
