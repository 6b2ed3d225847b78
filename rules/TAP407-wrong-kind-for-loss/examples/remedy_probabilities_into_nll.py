"""The logarithm is taken with the softmax."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

predicted = F.log_softmax(nn.Linear(5, 3)(torch.randn(4, 5)), dim=-1)
loss = F.nll_loss(predicted, torch.zeros(4).long())
assert loss > 0
