"""load_state_dict copies into the parameters in place while a loss still needs the old ones."""

# torch: raises RuntimeError: has been modified by an inplace operation
import copy

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
best = copy.deepcopy(net.state_dict())
loss = net(torch.ones(1, 2)).mean()
net.load_state_dict(best)  # expect: TAP202
loss.backward()
