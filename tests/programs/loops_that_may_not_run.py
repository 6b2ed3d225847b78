import torch
from torch import nn

layer = nn.Linear(2, 2)


def bound_before(series, rounds):
    out = layer(torch.ones(2)).exp()
    for _ in range(rounds):
        for x in series:
            out = layer(x).exp()
        out.sum().backward()  # expect: TAP501


def read_in_a_branch(series, rounds, shown):
    for _ in range(rounds):
        for x in series:
            out = layer(x).exp()
        if shown:
            out.sum().backward()
