"""The version counter moves even if no row is longer than max_norm."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

table = nn.Embedding(4, 2, max_norm=1000.0)
penalty = table.weight.pow(2).sum()  # expect: TAP203
loss = table(torch.tensor([0, 3])).sum() + 0.1 * penalty
loss.backward()
