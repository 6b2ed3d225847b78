"""A tensor of its own that requires grad is given along for that purpose."""

# torch: right gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

body = nn.Linear(2, 2)  # parameter
batch, dummy = torch.ones(4, 2), torch.ones(1, requires_grad=True)
hidden = checkpoint(lambda x, _: body(x), batch, dummy, use_reentrant=True)
loss = hidden.sum()
