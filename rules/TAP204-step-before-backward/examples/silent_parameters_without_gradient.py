"""step() passes over parameters that have no gradient yet, here those of the second critic."""

# torch: runs
import torch
from torch import nn

first = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
second = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()])
x = torch.ones(3, 2)

loss_first, loss_second = first(x).mean(), second(x).mean()
optimizer.zero_grad()
loss_first.backward()
optimizer.step()
optimizer.zero_grad()
loss_second.backward()
optimizer.step()
