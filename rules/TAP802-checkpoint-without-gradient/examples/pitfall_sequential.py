"""All segments but the last are checkpointed, and the first gets a batch."""

# torch: no gradient
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential

first = nn.Linear(2, 2)  # parameter
second = nn.Linear(2, 1)
batch = torch.ones(4, 2)
output = checkpoint_sequential([first, second], 2, batch)  # expect: TAP802
loss = output.sum()
