"""A mode that nobody enters switches nothing: the `with` was forgotten."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)


def evaluate(x):
    torch.no_grad()  # expect: TAP107
    return net(x)


def predict(x):
    torch.inference_mode  # expect: TAP107
    return net(x)


def mixed(x):
    torch.autocast("cpu")  # expect: TAP107
    return net(x)


x = torch.ones(4, 2)
assert evaluate(x).requires_grad
assert predict(x).requires_grad
assert mixed(x).dtype is x.dtype
