"""`gather` of a column, squeezed; an index by two rows; the best by `max`."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

values, states = nn.Linear(4, 3), torch.randn(8, 4)
actions = torch.randint(0, 3, (8,))
one = values(states).gather(1, actions.unsqueeze(1)).squeeze(1)
other = values(states)[torch.arange(8), actions]
best = values(states).max(dim=1).values
loss = F.mse_loss(one, other.detach()) + F.mse_loss(best, torch.randn(8))
loss = loss + F.mse_loss(values(states).max(1, keepdim=True)[0], torch.randn(8, 1))
loss.backward()
