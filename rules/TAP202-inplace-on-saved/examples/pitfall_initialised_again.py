"""An initialiser runs under no_grad and still changes the weight that the layer saved."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn


def fill(weight):
    nn.init.constant_(weight, 0.1)  # expect: TAP202


net = nn.Sequential(nn.Linear(2, 2), nn.Sigmoid(), nn.Linear(2, 1))
loss = net(torch.ones(1, 2)).mean()
fill(net[2].weight)
loss.backward()
