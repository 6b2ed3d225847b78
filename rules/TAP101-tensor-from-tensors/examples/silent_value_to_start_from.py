"""nn.Parameter around a computed tensor, for an optimiser: a value to start from."""

# torch: right gradient
import torch
from torch import nn

encoder = nn.Linear(2, 2)
guess = nn.Parameter(encoder(torch.ones(2)))  # parameter
optimizer = torch.optim.Adam([guess], lr=0.1)
loss = (guess - 1.0).pow(2).sum()
loss.backward()
optimizer.step()
