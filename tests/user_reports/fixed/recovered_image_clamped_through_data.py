"""The clamp is part of the graph."""
# torch: right gradient
import torch
from torch import nn

netG = nn.Linear(3, 6)  # parameter
image = torch.rand(1, 3, 2)
recons = netG(torch.ones(1, 3)).view(1, 3, 2) + image
recons = recons.clamp(0.0, 1.0)
loss = recons.square().sum()
loss.backward()
