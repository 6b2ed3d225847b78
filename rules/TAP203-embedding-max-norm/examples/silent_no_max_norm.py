"""Without max_norm a lookup changes nothing."""

# torch: runs
import torch
from torch import nn

embedding = nn.Embedding(3, 2)
W = torch.randn(4, 2, requires_grad=True)
a = embedding.weight @ W.t()
b = embedding(torch.tensor([1, 2])) @ W.t()
loss = a.sum() + b.sum()
loss.backward()
