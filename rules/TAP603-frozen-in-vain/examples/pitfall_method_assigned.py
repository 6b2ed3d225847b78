"""The method is replaced where it should be called."""

# torch: runs
from torch import nn

model = nn.Linear(2, 1)
for parameter in model.parameters():
    parameter.requires_grad_ = False  # expect: TAP603
assert all(parameter.requires_grad for parameter in model.parameters())
