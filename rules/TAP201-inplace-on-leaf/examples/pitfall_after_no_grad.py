"""The protection of no_grad ends with its block."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch

bias = torch.zeros(2, requires_grad=True)
with torch.no_grad():
    bias.add_(1.0)
bias.mul_(3.0)  # expect: TAP201
