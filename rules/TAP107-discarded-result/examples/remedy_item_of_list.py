"""A new list holds what detach gives."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 2)
predictions = [net(torch.ones(1, 2)), net(torch.zeros(1, 2))]
predictions = [each.detach() for each in predictions]
assert not any(each.requires_grad for each in predictions)
