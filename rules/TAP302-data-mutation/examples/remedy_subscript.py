"""Writing a row under no_grad."""

# torch: runs
import torch
from torch import nn

embedding = nn.Embedding(4, 2)
with torch.no_grad():
    embedding.weight[0] = 0.0
    embedding.weight[1].fill_(1.0)
    embedding.weight[2, 1] += 3.0
