"""The backward comes after the step: each round clears what the last one has left."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for _ in range(3):
    optimizer.zero_grad()
    loss = weight.sum()
    optimizer.step()  # expect: TAP701
    loss.backward()
assert weight.item() == 1.0
