"""A leaf that is only added to is a first value."""

# torch: right gradient
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
loss = torch.zeros(1, requires_grad=True).to(torch.float64)
for x in torch.eye(2):
    loss = loss + net(x).pow(2)
loss = loss.sum()
loss.backward()
