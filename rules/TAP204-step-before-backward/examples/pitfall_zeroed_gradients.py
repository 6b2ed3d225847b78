"""Gradients of zero are gradients: from the second round on, each step changes both networks."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

first = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
second = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()])

for x in torch.randn(3, 4, 2):
    loss_first, loss_second = first(x).mean(), second(x).mean()
    optimizer.zero_grad(set_to_none=False)
    loss_first.backward()
    optimizer.step()  # expect: TAP204
    optimizer.zero_grad(set_to_none=False)
    loss_second.backward()
    optimizer.step()
