"""Adding saves nothing, and a product with a plain matrix saves the matrix only."""

# torch: runs
import torch
from torch import nn

embedding = nn.Embedding(3, 2, max_norm=1.0)
shifted = embedding.weight + 1.0
projected = embedding.weight @ torch.ones(2, 4)
loss = embedding(torch.tensor([1, 2])).sum() + shifted.sum() + projected.sum()
loss.backward()
