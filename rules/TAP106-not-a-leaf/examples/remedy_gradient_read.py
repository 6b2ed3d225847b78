"""The view is made first, and requires grad last."""

# torch: right gradient
import torch

image = torch.rand(12).view(3, 4).requires_grad_()  # parameter
loss = image.pow(2).sum()
loss.backward()
print(image.grad.norm())
