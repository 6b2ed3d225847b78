"""zero_grad() sets the gradients to None, and step() passes over such parameters in every round."""

# torch: runs
import torch
from torch import nn

first = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
second = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()])

for x in torch.randn(3, 4, 2):
    loss_first, loss_second = first(x).mean(), second(x).mean()
    optimizer.zero_grad()
    loss_first.backward()
    optimizer.step()
    optimizer.zero_grad()
    loss_second.backward()
    optimizer.step()
