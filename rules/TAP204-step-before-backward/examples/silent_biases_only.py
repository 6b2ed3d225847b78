"""No operation of a linear layer saves the bias, so a step of the biases harms no backward."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD([net[0].bias, net[2].bias], lr=0.1)
first = net(torch.ones(3, 2)).mean()
second = net(torch.zeros(3, 2)).mean()
first.backward()
optimizer.step()
second.backward()
