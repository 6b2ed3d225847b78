"""Gradients of several backwards are clipped together, when the step is due."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(8):
    (net(torch.ones(1, 2)).pow(2).mean() / 4).backward()
    if (step + 1) % 4 == 0:
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
