"""A ranking loss compares the score of each with that of each other."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net, x = nn.Linear(4, 1), torch.randn(8, 4)
labels = torch.rand(8)
scores = net(x)
margins = scores - scores.squeeze(-1)
sign = (labels[:, None] - labels).sign()
loss = F.softplus(-sign * margins).mean()
loss.backward()
