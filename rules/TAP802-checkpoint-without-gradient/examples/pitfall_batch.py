"""The batch requires no grad, so the first part of the network is not trained."""

# torch: no gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

body = nn.Linear(2, 2)  # parameter
head = nn.Linear(2, 1)
batch = torch.ones(4, 2)
hidden = checkpoint(body, batch, use_reentrant=True)  # expect: TAP802
loss = head(hidden).sum()
