"""nn.EmbeddingBag scales its weight as nn.Embedding does."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

bag = nn.EmbeddingBag(4, 2, mode="sum", max_norm=1.0)
penalty = bag.weight.square().sum()  # expect: TAP203
pooled = bag(torch.tensor([[0, 1], [2, 3]]))
(pooled.sum() + penalty).backward()
