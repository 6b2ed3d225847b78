"""The log-softmax of probabilities is nearly the same for all classes."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

predicted = nn.Softmax(dim=1)(nn.Linear(5, 3)(torch.randn(4, 5)))
loss = nn.NLLLoss()(F.log_softmax(predicted, dim=1), torch.zeros(4).long())  # expect: TAP407
assert F.nll_loss(F.log_softmax(torch.tensor([[1.0, 0.0, 0.0]]), 1), torch.tensor([0])) > 0.5
