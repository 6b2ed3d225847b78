"""Every augmented operator but @= works in place."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch

w = torch.ones(2, 2, requires_grad=True)
w @= torch.eye(2)
v = torch.ones(2, requires_grad=True)
v **= 2  # expect: TAP201
