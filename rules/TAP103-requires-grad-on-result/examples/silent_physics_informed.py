"""The points of a physics-informed network require grad for its derivatives."""

# torch: right gradient
import numpy as np
import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))  # parameter
points = torch.tensor(np.linspace(0, 1, 5)[:, None], requires_grad=True)
value = net(points)
(slope,) = torch.autograd.grad(value.sum(), points, create_graph=True)
loss = (slope - value).pow(2).mean()
loss.backward()
