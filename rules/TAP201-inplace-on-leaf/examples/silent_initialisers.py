"""nn.init switches recording off by itself, and a new nn.Parameter replaces an old one."""

# torch: right gradient
import torch
from torch import nn
from torch.nn import init

layer = nn.Linear(2, 2)
nn.init.xavier_uniform_(layer.weight, gain=0.5)
init.zeros_(layer.weight[0])
init.constant_(layer.bias, 0.1)
layer.bias = nn.Parameter(torch.ones(2))
x = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (layer(x) ** 2).sum()
loss.backward()
