"""Gradients of four rounds are added up, used and cleared."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
every = 4
optimizer.zero_grad()
for step in range(12):
    (net(torch.ones(1, 2)).pow(2).mean() / every).backward()
    if step % every == every - 1:
        optimizer.step()
        optimizer.zero_grad()
for step in range(12):
    if step % every == 0:
        optimizer.zero_grad()
    (net(torch.ones(1, 2)).pow(2).mean() / every).backward()
    if step % every == every - 1:
        optimizer.step()
