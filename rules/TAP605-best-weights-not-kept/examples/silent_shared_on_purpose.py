"""Federated code averages into the dict, and reads its keys: no name says that it is the best."""

# torch: runs
import copy

import torch
from torch import nn

net = nn.Linear(2, 1)
global_state = net.state_dict()
states = []
for inputs in torch.randn(3, 4, 2):
    own = copy.deepcopy(net)
    optimizer = torch.optim.SGD(own.parameters(), lr=0.1)
    own(inputs).pow(2).mean().backward()
    optimizer.step()
    states.append(own.state_dict())
for name in global_state:
    global_state[name] = torch.stack([each[name] for each in states]).mean(0)
net.load_state_dict(global_state)
