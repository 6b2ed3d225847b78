"""The first distribution is given by its logarithm."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

student = F.log_softmax(nn.Linear(5, 3)(torch.randn(4, 5)), dim=1)
loss = F.kl_div(student, student.exp().detach(), reduction="batchmean")
assert abs(loss) < 1e-6
