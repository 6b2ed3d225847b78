"""The sum of the losses is backpropagated once, and then every network steps."""

# torch: runs
import torch
from torch import nn

players = [nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 2)) for _ in range(2)]
optimizers = [torch.optim.SGD(player.parameters(), lr=0.1) for player in players]
x = torch.randn(3, 2)

first = players[0](x)
second = players[1](first)
losses = [first.pow(2).mean(), second.pow(2).mean()]
for optimizer in optimizers:
    optimizer.zero_grad()
sum(losses).backward()
for optimizer in optimizers:
    optimizer.step()
