"""Every second round clears: the others step on with what is left."""

# torch: runs
import torch
from torch import nn

net, other = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
other_optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
for at, inputs in enumerate(torch.randn(4, 8, 2)):
    model = net if at % 2 == 0 else other
    if at % 2 == 0:
        optimizer.zero_grad()
    model(inputs).pow(2).mean().backward()
    optimizer.step()
    assert net.weight.grad is not None
