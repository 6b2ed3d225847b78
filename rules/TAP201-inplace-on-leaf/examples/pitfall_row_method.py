"""An in-place method on a row is an in-place method on a view of the leaf."""

# torch: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch

w = torch.zeros(3, 2, requires_grad=True)
w[0].add_(1.0)  # expect: TAP201
