"""The row is written under no_grad."""

# torch: right gradient
import torch
import torch.nn as nn

embedding = nn.Embedding(4, 3)  # parameter
with torch.no_grad():
    embedding.weight[0] = 0.0
loss = embedding(torch.tensor([1, 2])).pow(2).sum()
loss.backward()
