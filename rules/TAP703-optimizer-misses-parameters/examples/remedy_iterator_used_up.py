"""A list can be gone over twice."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
parameters = list(net.parameters())
count = sum(parameter.numel() for parameter in parameters)
optimizer = torch.optim.SGD(parameters, lr=0.1)
net(torch.ones(1, 2)).sum().backward()
optimizer.step()
