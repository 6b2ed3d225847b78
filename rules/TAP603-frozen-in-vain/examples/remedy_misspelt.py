"""Spelt as torch has it, the flag freezes the parameters."""

# torch: runs
from torch import nn

model = nn.Linear(2, 1)
for parameter in model.parameters():
    parameter.requires_grad = False
assert not any(parameter.requires_grad for parameter in model.parameters())
