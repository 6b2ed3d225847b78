"""Nothing of a round is left in the list: all of it is deleted, or replaced."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(4, 2)
saved, others = [], []
for _ in range(30):
    for _ in range(10):
        saved.append(net(torch.randn(4)).exp().sum())
        others.append(net(torch.randn(4)).exp().sum())
    torch.stack(saved).sum().backward()
    torch.stack(others).sum().backward()
    del saved[:]
    others[:] = []
