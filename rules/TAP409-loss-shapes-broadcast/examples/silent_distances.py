"""Distances of all pairs are what is wanted: a column meets a row on purpose."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

places = nn.Parameter(torch.randn(6))
distances = (places[:, None] - places[None, :]).abs()
others = places.unsqueeze(1) - places
wanted = torch.rand(6, 6)
loss = F.mse_loss(distances, wanted) + (others.abs() - wanted).pow(2).mean()
loss.backward()
