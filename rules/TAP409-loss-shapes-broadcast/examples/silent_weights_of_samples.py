"""Each error is weighed by the weight of its sample."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net, x, y = nn.Linear(4, 1), torch.randn(8, 4), torch.randn(8)
weights = torch.rand(8)
errors = F.mse_loss(net(x).squeeze(1), y, reduction="none")
loss = (weights * errors).mean() + (weights.unsqueeze(1) * (net(x) - y[:, None]) ** 2).mean()
loss.backward()
