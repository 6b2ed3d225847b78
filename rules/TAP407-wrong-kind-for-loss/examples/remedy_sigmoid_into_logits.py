"""Without the sigmoid at the end, the loss takes it."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(5, 1)
predicted = net(torch.randn(4, 5)).squeeze(1)
loss = nn.BCEWithLogitsLoss()(predicted, torch.zeros(4))
assert F.binary_cross_entropy_with_logits(torch.full((4,), -30.0), torch.zeros(4)) < 0.01
