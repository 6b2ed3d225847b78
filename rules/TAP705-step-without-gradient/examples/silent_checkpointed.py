"""The layers are run again in the backward; the gradient comes to them all the same."""

# torch: runs
import torch
from torch import nn

from torch.utils.checkpoint import checkpoint

encoder, head = nn.Sequential(nn.Linear(4, 3), nn.Tanh()), nn.Linear(3, 1)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
optimizer.zero_grad()
features = checkpoint(encoder, torch.ones(2, 4), use_reentrant=False)
head(features).pow(2).mean().backward()
optimizer.step()
assert encoder[0].weight.grad is not None
