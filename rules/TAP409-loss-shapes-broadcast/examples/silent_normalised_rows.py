"""Norms, means and maxima that keep their dimension divide the rows that they come from."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

x = nn.Parameter(torch.randn(8, 4))
unit = x / x.norm(dim=1, keepdim=True)
centred = x - x.mean(1, keepdim=True)
softmax = (x - x.max(1, keepdim=True)[0]).exp()
softmax = softmax / softmax.sum(1, keepdim=True)
loss = F.mse_loss(unit, centred) + F.mse_loss(softmax, unit.detach())
loss.backward()
