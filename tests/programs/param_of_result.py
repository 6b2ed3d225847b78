import torch
from torch import nn
net = nn.Linear(2, 2)
code = net(torch.ones(2))
z = nn.Parameter(code)  # expect: TAP101
loss = (z ** 2).sum()
loss.backward()
