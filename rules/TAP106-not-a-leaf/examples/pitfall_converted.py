"""A conversion to another type of number is an operation."""

# torch: raises ValueError: can't optimize a non-leaf Tensor
import torch

weight = torch.rand(3, requires_grad=True).half()  # expect: TAP106
optimizer = torch.optim.SGD([weight], lr=0.1)
