"""A boolean mask as subscript writes in place too."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch as th

threshold = th.tensor([0.5, -0.2], requires_grad=True)
negative = threshold < 0
threshold[negative] = 0.0  # expect: TAP201
