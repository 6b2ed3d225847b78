"""An input requires grad: what lies behind is trained."""

# torch: right gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

stem = nn.Linear(2, 2)  # parameter
body = nn.Linear(2, 2)  # parameter
batch = torch.ones(4, 2)
hidden = checkpoint(body, stem(batch), use_reentrant=True)
loss = hidden.sum()
