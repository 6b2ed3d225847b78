"""An input made a leaf on purpose, to read the gradient at it."""

# torch: runs
import torch

model = torch.nn.Linear(3, 1)
image = torch.rand(1, 3).requires_grad_()
score = model(image).sum()
(saliency,) = torch.autograd.grad(score, image)
assert saliency.shape == image.shape
