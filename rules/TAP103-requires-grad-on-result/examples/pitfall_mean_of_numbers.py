"""The mean of numbers taken from losses is a leaf of its own."""

# torch: no gradient
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)  # parameter
losses = []
for x in torch.eye(2):
    losses.append(net(x).pow(2).sum().item())
loss = torch.tensor(np.mean(losses), requires_grad=True)  # expect: TAP103
loss.backward()
