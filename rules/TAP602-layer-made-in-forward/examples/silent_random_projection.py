"""A projection that is not to be trained says so."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return nn.Linear(4, 2).requires_grad_(False)(x)


assert not Net()(torch.ones(1, 4)).requires_grad
