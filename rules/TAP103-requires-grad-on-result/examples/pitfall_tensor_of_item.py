"""The loss is rebuilt from its number: backward ends at the new leaf."""

# torch: no gradient
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
loss = net(torch.ones(3, 2)).pow(2).mean()
loss = torch.tensor(loss.item(), requires_grad=True)  # expect: TAP103
loss.backward()
