"""The weight's mean length is shown; no backward passes through it."""

# torch: runs
import torch
from torch import nn

embedding = nn.Embedding(3, 2, max_norm=1.0)
print(embedding.weight.norm(dim=1).mean().item())
loss = embedding(torch.tensor([0, 1])).sum()
loss.backward()
