"""The tensor stays the loss, and the number is for the log."""

# torch: right gradient
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
loss = net(torch.ones(3, 2)).pow(2).mean()
shown = loss.item()
loss.backward()
