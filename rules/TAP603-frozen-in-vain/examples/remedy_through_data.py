"""The flag of the parameter itself."""

# torch: runs
from torch import nn

model = nn.Linear(2, 1)
model.weight.requires_grad = False
assert not model.weight.requires_grad
