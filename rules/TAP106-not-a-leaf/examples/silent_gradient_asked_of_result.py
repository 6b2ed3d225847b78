"""autograd.grad gives the gradient of any tensor."""

# torch: runs
import torch

image = torch.rand(12, requires_grad=True).view(3, 4)
(gradient,) = torch.autograd.grad(image.pow(2).sum(), image)
