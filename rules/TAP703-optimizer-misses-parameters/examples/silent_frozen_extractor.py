"""The gradients of the part that stays as it is are not used: the head is trained."""

# torch: runs
import torch
from torch import nn

extractor, head = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer = torch.optim.Adam(head.parameters())
for batch in torch.randn(5, 4, 2):
    optimizer.zero_grad()
    head(extractor(batch)).pow(2).mean().backward()
    optimizer.step()
