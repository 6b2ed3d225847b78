"""A bias of one number is added to a column, a bias of several to rows."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

weight, bias = nn.Parameter(torch.randn(1, 4)), nn.Parameter(torch.zeros(1))
x, y = torch.randn(8, 4), torch.randn(8, 1)
out = x @ weight.t() + bias
hidden = torch.relu(nn.Linear(4, 1)(x) + nn.Parameter(torch.zeros(6)))
loss = F.mse_loss(out, y) + F.mse_loss(hidden, torch.zeros(8, 6))
loss.backward()
