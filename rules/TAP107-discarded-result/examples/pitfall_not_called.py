"""The method is named and not called: the image gets no gradient."""

# torch: runs
import torch

image = torch.ones(2)
image.requires_grad_  # expect: TAP107
assert not image.requires_grad
