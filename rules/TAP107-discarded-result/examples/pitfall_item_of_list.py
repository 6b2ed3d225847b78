"""The item of a list stays as it was: its name is bound anew in the next round."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 2)
predictions = [net(torch.ones(1, 2)), net(torch.zeros(1, 2))]
for each in predictions:
    each.detach()  # expect: TAP107
assert all(each.requires_grad for each in predictions)
