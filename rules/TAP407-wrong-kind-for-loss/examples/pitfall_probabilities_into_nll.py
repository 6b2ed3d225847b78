"""`nll_loss` takes log-probabilities: of probabilities it is their negative mean."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

predicted = F.softmax(nn.Linear(5, 3)(torch.randn(4, 5)), dim=-1)
loss = F.nll_loss(predicted, torch.zeros(4).long())  # expect: TAP407
assert loss < 0
