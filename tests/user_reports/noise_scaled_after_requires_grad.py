"""Synthetic images are scaled in the expression that makes them."""
# torch: raises ValueError: can't optimize a non-leaf Tensor
# report: https://github.com/pytorch/pytorch/issues/140469
import torch

images = 0.01 * torch.randn(10, 3, 4, 4, requires_grad=True)  # expect: TAP106
optimizer = torch.optim.SGD([images], lr=0.1, momentum=0.5)
