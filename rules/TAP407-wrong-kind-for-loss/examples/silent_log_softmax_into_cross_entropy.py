"""The softmax of log-probabilities gives the probabilities back: nothing changes."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

logits = nn.Linear(5, 3)(torch.randn(4, 5))
y = torch.zeros(4).long()
loss = F.cross_entropy(F.log_softmax(logits, dim=1), y)
assert torch.allclose(loss, F.cross_entropy(logits, y))
