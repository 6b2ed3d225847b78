"""nn.init is under no_grad by itself, so .data adds nothing but the hidden change."""

# torch: runs
import torch
from torch import nn

w = torch.empty(3, 3, requires_grad=True)
layer = nn.Linear(3, 3)
nn.init.normal_(w.data)  # expect: TAP302
nn.init.xavier_uniform_(layer.weight.data)  # expect: TAP302
assert w._version == 0
