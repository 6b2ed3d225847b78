"""The gradients are cleared one by one."""

# torch: runs
import torch
from torch import nn

net, other = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
second = torch.optim.SGD(other.parameters(), lr=0.1)
for _ in range(3):
    net(torch.ones(1, 2)).pow(2).mean().backward()
    optimizer.step()
    for parameter in net.parameters():
        parameter.grad = None
for _ in range(3):
    other(torch.ones(1, 2)).pow(2).mean().backward()
    second.step()
    for parameter in other.parameters():
        parameter.grad.zero_()
