"""A column scales the rows of a matrix."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

gate, net, x = nn.Linear(4, 1), nn.Linear(4, 3), torch.randn(8, 4)
out = torch.sigmoid(gate(x)) * net(x)
loss = F.mse_loss(out, torch.zeros(8, 3)) + (out - gate(x)).pow(2).mean()
loss.backward()
