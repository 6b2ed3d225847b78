"""A detached copy and a use under no_grad bring nothing into the graph."""

# torch: runs
import torch
from torch import nn

embedding = nn.Embedding(3, 2, max_norm=1.0)
target = embedding.weight.detach().clone() * 2.0
with torch.no_grad():
    length = embedding.weight.norm(dim=1)
loss = (embedding(torch.tensor([0, 1])) - target[:2]).pow(2).sum() / length.sum()
loss.backward()
