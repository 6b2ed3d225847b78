"""The penalty after the lookup is taken of the rows as they then are."""

# torch: runs
import torch
from torch import nn

table = nn.Embedding(4, 2, max_norm=1000.0)
rows = table(torch.tensor([0, 3]))
penalty = table.weight.pow(2).sum()
loss = rows.sum() + 0.1 * penalty
loss.backward()
assert table.weight.grad.abs().min() > 0
