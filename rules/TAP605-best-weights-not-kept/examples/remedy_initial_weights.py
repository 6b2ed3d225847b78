"""The weights of the start are copied."""

# torch: runs
import copy

import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
initial_state = copy.deepcopy(net.state_dict())
before = net.weight.detach().clone()
for inputs in torch.randn(30, 4, 2):
    loss = net(inputs).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
net.load_state_dict(initial_state)
assert torch.equal(net.weight, before)
