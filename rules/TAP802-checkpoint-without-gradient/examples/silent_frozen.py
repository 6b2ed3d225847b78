"""Nothing in it is meant to be trained, or nothing records."""

# torch: runs
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

body = nn.Linear(2, 2).requires_grad_(False)
batch = torch.ones(4, 2)
hidden = checkpoint(body, batch, use_reentrant=True)
trained = nn.Linear(2, 2)
with torch.no_grad():
    hidden = checkpoint(trained, batch, use_reentrant=True)
assert not hidden.requires_grad
