"""What the assignment is meant to do was done before."""

# torch: runs
from torch import nn

model = nn.Linear(2, 1)
model.requires_grad_(False)
model.requires_grad = False
assert not model.weight.requires_grad
