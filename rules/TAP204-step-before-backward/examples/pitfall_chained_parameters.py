"""One optimiser over both generators of a cycle, joined with itertools.chain."""

# torch: raises RuntimeError: has been modified by an inplace operation
import itertools

import torch
from torch import nn

to_b, to_a = nn.Linear(2, 2), nn.Linear(2, 2)
optimizer = torch.optim.Adam(itertools.chain(to_b.parameters(), to_a.parameters()), lr=1e-3)
picture = torch.ones(1, 2)

fake_b = to_b(picture)
cycle_loss = (to_a(fake_b) - picture).abs().mean()
identity_loss = (to_b(picture) - picture).abs().mean() + (to_a(picture) - picture).abs().mean()
identity_loss.backward()
optimizer.step()  # expect: TAP204
optimizer.zero_grad()
cycle_loss.backward()
optimizer.step()
