"""The part in front is frozen by a loop: what it gives requires no grad."""

# torch: no gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

stem = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2))
for parameter in stem.parameters():
    parameter.requires_grad = False
body = nn.Linear(2, 2)  # parameter
head = nn.Linear(2, 1)
hidden = checkpoint(body, stem(torch.ones(4, 2)), use_reentrant=True)  # expect: TAP802
loss = head(hidden).sum()
