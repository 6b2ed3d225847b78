"""A buffer for batches is filled again while the first batch's loss still needs it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

model = nn.Linear(2, 1)
buffer = torch.empty(3, 2)
losses = []
for batch in (torch.ones(3, 2), torch.zeros(3, 2)):
    buffer.copy_(batch)  # expect: TAP202
    losses.append(model(buffer).pow(2).mean())
torch.stack(losses).sum().backward()
