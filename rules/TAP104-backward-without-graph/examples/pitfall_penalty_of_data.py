"""A penalty on the numbers of the weights makes no weight smaller."""

# torch: wrong gradient
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
penalty = 0.0
for weight in net.parameters():
    penalty += weight.detach().abs().sum()
loss = net(torch.ones(3, 2)).pow(2).mean() + 0.1 * penalty  # expect: TAP104 likely
loss.backward()
