"""The network is called with its own parameters, as a function."""

# torch: runs
import torch
from torch import nn

from torch.func import functional_call

net, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
optimizer.zero_grad()
features = functional_call(net, dict(net.named_parameters()), (torch.ones(2, 4),))
head(features).pow(2).mean().backward()
optimizer.step()
assert net.weight.grad is not None
