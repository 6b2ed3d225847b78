"""Without the `s`, the name is an attribute that torch never reads."""

# torch: runs
from torch import nn

model = nn.Linear(2, 1)
for parameter in model.parameters():
    parameter.require_grad = False  # expect: TAP603
assert all(parameter.requires_grad for parameter in model.parameters())
