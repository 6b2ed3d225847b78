"""A transposed leaf is a view of it."""

# torch: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch

w = torch.ones(2, 3, requires_grad=True)
w.T[0] = 1.0  # expect: TAP201
