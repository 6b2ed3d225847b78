"""The expected class is made of probabilities, which have a gradient."""

# torch: right gradient
import torch
from torch import nn

net = nn.Linear(2, 3)  # parameter
probabilities = net(torch.ones(4, 2)).softmax(dim=1)
classes = (probabilities * torch.arange(3.0)).sum(dim=1)
loss = (classes - 0.5).pow(2).mean()
loss.backward()
