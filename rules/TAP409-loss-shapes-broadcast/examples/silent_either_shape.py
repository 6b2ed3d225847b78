"""A flag decides on the shape, and all else follows it."""

# torch: runs
import os

import torch
import torch.nn.functional as F
from torch import nn

flag = bool(os.environ.get("COLUMN"))
net, x, y = nn.Linear(4, 1), torch.randn(8, 4), torch.randn(8)
out = net(x)
if flag:
    y = y.unsqueeze(1)
else:
    out = out.squeeze(1)
loss = F.mse_loss(out, y)
loss.backward()
