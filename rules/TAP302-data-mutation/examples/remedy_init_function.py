"""Here, and only here, .data is simply dropped."""

# torch: runs
import torch
from torch import nn

w = torch.empty(3, 3, requires_grad=True)
layer = nn.Linear(3, 3)
nn.init.normal_(w)
nn.init.xavier_uniform_(layer.weight)
assert w._version == 1 and w.is_leaf
