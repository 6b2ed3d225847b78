"""The target is a logarithm, too, and `kl_div` is not told."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

student = F.log_softmax(nn.Linear(5, 3)(torch.randn(4, 5)), dim=1)
loss = F.kl_div(student, student.detach(), reduction="batchmean")  # expect: TAP407
assert not loss > 0.1
