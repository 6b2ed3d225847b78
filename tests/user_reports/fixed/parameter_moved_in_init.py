"""The tensor is made in its type, and then becomes the parameter."""
# torch: runs
import torch
from torch import nn


class Offset(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.linear = nn.Linear(size, size)
        self.offset = nn.Parameter(torch.zeros(size, dtype=torch.float32))

    def forward(self, x):
        return torch.relu(self.linear(x) - self.offset)


layer = Offset(3)
assert "offset" in layer.state_dict()
