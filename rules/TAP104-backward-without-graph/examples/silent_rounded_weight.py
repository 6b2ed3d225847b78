"""A rounded weight stands in the place of the weight, and the gradient goes straight through."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
out = net(torch.ones(3, 2)).pow(2).mean()
rounded = net.weight + (net.weight.detach().round() - net.weight.detach())
loss = out + rounded.sum()
loss.backward()
