"""The brackets call the method."""

# torch: right gradient
import torch

image = torch.ones(2)  # parameter
image.requires_grad_()
loss = (image * image).sum()
