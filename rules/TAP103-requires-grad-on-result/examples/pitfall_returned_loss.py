"""A helper returns a loss that is a leaf; whoever runs backward on it trains nothing."""

# torch: no gradient
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter


def compute_loss(x):
    error = net(x).pow(2).mean()
    return torch.tensor(error.item(), requires_grad=True)  # expect: TAP103


loss = compute_loss(torch.ones(3, 2))
