"""What is computed with probabilities may be anything: margins, here."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

probs = F.softmax(nn.Linear(5, 3)(torch.randn(4, 5)), dim=1)
loss = F.cross_entropy(30 * (probs - 0.35), torch.zeros(4).long())
