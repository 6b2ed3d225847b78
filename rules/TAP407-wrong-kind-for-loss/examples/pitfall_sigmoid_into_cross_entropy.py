"""Chances of single classes are no logits."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

scores = torch.sigmoid(nn.Linear(5, 3)(torch.randn(4, 5)))
loss = nn.CrossEntropyLoss()(scores, torch.zeros(4).long())  # expect: TAP407
assert F.cross_entropy(torch.tensor([[1.0, 0.0, 0.0]]), torch.tensor([0])) > 0.5
