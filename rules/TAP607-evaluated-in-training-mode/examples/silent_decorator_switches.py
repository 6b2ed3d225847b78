"""A decorator switches the network for the function."""

# torch: runs
import functools

import torch
from torch import nn


def in_evaluation(function):
    @functools.wraps(function)
    def wrapped(model, *args):
        model.eval()
        with torch.no_grad():
            result = function(model, *args)
        model.train()
        return result

    return wrapped


@in_evaluation
def validate(model, loader):
    for x in loader:
        assert torch.equal(model(x), model(x))


model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    validate(model, torch.randn(2, 8, 4))
