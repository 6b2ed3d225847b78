"""The network that is trained is one of a list."""

# torch: runs
import torch
from torch import nn

nets = [nn.Linear(4, 3), nn.Linear(4, 3)]
optimizers = [torch.optim.SGD(each.parameters(), lr=0.1) for each in nets]
head = nn.Linear(3, 1)
for net, optimizer in zip(nets, optimizers):
    optimizer.zero_grad()
    head(net(torch.ones(2, 4))).pow(2).mean().backward()
    optimizer.step()
    assert net.weight.grad is not None
