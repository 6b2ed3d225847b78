"""The tensor given to the optimiser is the product, not the leaf."""

# torch: raises ValueError: can't optimize a non-leaf Tensor
import torch

weight = torch.rand(3, requires_grad=True) * 0.1  # expect: TAP106
optimizer = torch.optim.Adam([weight], lr=0.1)
