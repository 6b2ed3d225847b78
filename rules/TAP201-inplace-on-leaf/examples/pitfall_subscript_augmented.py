"""An augmented assignment to a part of a leaf raises as well."""

# torch: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch

table = torch.zeros(3, 2, requires_grad=True)
table[:, 1] += 1.0  # expect: TAP201
