"""The softmax is taken after the loss, for the accuracy."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

out = nn.Linear(5, 3)(torch.randn(4, 5))
loss = F.cross_entropy(out, torch.zeros(4).long())
out = F.softmax(out, dim=1)
accuracy = (out.argmax(1) == 0).float().mean()
