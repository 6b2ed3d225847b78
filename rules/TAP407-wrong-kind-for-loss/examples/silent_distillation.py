"""Soft targets at a temperature: logarithms on one side, probabilities on the other."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(5, 3), nn.Linear(5, 3)
x = torch.randn(4, 5)
soft = F.softmax(teacher(x).detach() / 4, dim=1)
loss = nn.KLDivLoss(reduction="batchmean")(F.log_softmax(student(x) / 4, dim=1), soft)
loss = loss + F.cross_entropy(student(x), soft)
