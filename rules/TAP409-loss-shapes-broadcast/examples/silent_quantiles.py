"""The quantile loss of all pairs: each quantile meets each target."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 5)
theta, target = net(torch.randn(8, 4)), torch.randn(8, 5)
pairs = target.unsqueeze(1) - theta.unsqueeze(2)
taus = (torch.arange(5) + 0.5) / 5
weight = (taus.view(1, -1, 1) - (pairs.detach() < 0).float()).abs()
huber = F.smooth_l1_loss(theta.unsqueeze(2), target.unsqueeze(1), reduction="none")
loss = (weight * huber).sum(1).mean()
loss.backward()
