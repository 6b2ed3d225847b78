"""The use of the weight has had its backward before the next lookup."""

# torch: runs
import torch
from torch import nn

embedding = nn.Embedding(3, 2, max_norm=1.0)
optimizer = torch.optim.SGD(embedding.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    rows = embedding(torch.tensor([0, 1]))
    penalty = embedding.weight.pow(2).sum()
    (rows.sum() + penalty).backward()
    optimizer.step()
