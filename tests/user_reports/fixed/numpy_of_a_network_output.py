"""The output is an array for reading only."""
# torch: runs
import torch
from torch import nn

network = nn.Sequential(nn.Conv2d(3, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 4))
result = network(torch.randn(1, 3, 4, 4))
scores = result.detach().numpy()
