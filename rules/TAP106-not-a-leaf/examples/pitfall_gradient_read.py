"""A view of the leaf has no gradient of its own."""

# torch: raises AttributeError: 'NoneType' object has no attribute 'norm'
import torch

image = torch.rand(12, requires_grad=True).view(3, 4)  # expect: TAP106
loss = image.pow(2).sum()
loss.backward()
print(image.grad.norm())
