"""The optimiser has the codes, which a frozen generator draws."""

# torch: runs
import torch
from torch import nn

generator = nn.Linear(3, 8).requires_grad_(False)
codes = torch.zeros(4, 3, requires_grad=True)
optimizer = torch.optim.Adam([codes], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = (generator(codes) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
assert codes.abs().sum() > 0
