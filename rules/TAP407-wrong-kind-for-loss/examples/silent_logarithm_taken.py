"""The logarithm of probabilities, with a little added, is what these losses take."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

probs = F.softmax(nn.Linear(5, 3)(torch.randn(4, 5)), dim=1)
y = torch.zeros(4).long()
loss = F.nll_loss(torch.log(probs + 1e-8), y) + F.kl_div(probs.clamp(min=1e-6).log(), probs.detach())
loss = loss + F.kl_div(probs.log(), probs.detach().log(), log_target=True)
