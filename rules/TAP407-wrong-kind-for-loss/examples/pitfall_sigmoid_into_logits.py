"""A sigmoid of a sigmoid lies between 0.5 and 0.73: nothing is ever sure."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(5, 1), nn.Sigmoid())
predicted = net(torch.randn(4, 5)).squeeze(1)
loss = F.binary_cross_entropy_with_logits(predicted, torch.zeros(4))  # expect: TAP407
assert loss > 0.69
