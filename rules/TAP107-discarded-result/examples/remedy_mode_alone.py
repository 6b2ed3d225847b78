"""A `with` enters the mode, or a decorator does."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1).float()


def evaluate(x):
    with torch.no_grad():
        return net(x)


@torch.inference_mode()
def predict(x):
    return net(x)


def mixed(x):
    with torch.autocast("cpu"):
        return net(x)


x = torch.ones(4, 2).float()
assert not evaluate(x).requires_grad
assert not predict(x).requires_grad
assert mixed(x).dtype is torch.bfloat16
