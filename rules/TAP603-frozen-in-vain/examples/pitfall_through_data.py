"""`.data` is another tensor, which is gone after the line."""

# torch: runs
from torch import nn

model = nn.Linear(2, 1)
model.weight.data.requires_grad = False  # expect: TAP303, TAP603
assert model.weight.requires_grad
