"""The name of the leaf is given to the result."""

# torch: raises AttributeError: 'NoneType' object has no attribute 'zero_'
import torch

weight = torch.rand(3, requires_grad=True)
weight = weight * 0.1  # expect: TAP106
weight.pow(2).sum().backward()
weight.grad.zero_()
