"""Rows met by iterating a leaf are views that may not be changed."""

# torch: raises RuntimeError: Output 0 of Unbind is a view and is being modified inplace.
import torch

w = torch.ones(3, 2, requires_grad=True)
for row in w:
    row.zero_()  # expect: TAP201
