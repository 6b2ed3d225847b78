"""A column of times meets a row of frequencies: features of both."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

times, frequencies = torch.rand(16).unsqueeze(1), nn.Parameter(torch.rand(4))
net = nn.Linear(4, 1)
phase = net(torch.randn(16, 4)) * frequencies
features = torch.cat([(times * frequencies).sin(), phase], dim=1)
loss = F.mse_loss(features, torch.zeros(16, 8))
loss.backward()
