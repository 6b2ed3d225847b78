"""A function with many branches in a row costs what its length costs, and is looked at to its end."""

import torch


def settled(x, n, w):
    if n > 0:
        x = x * 2 + torch.sin(x)
    if n > 1:
        x = x * 2 + torch.sin(x)
    if n > 2:
        x = x * 2 + torch.sin(x)
    if n > 3:
        x = x * 2 + torch.sin(x)
    h = torch.exp(x * w)
    h.mul_(2)  # expect: TAP202
    h.sum().backward()
