"""Similarities of a contrastive loss are logits."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

one, two = F.normalize(torch.randn(4, 5), dim=1), F.normalize(torch.randn(4, 5), dim=1)
loss = F.cross_entropy(one @ two.T / 0.07, torch.arange(4))
