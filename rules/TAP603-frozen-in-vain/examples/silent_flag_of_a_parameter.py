"""A parameter has the flag."""

# torch: runs
from torch import nn

model = nn.Linear(2, 1)
model.bias.requires_grad = False
assert not model.bias.requires_grad
