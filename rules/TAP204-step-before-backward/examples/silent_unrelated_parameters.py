"""The step changes a network of which the pending loss saved nothing."""

# torch: runs
import torch
from torch import nn

left = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
right = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
opt_left = torch.optim.SGD(left.parameters(), lr=0.1)
opt_right = torch.optim.SGD(right.parameters(), lr=0.1)
x = torch.ones(3, 2)

loss_left, loss_right = left(x).mean(), right(x).mean()
loss_left.backward()
opt_left.step()
loss_right.backward()
opt_right.step()
