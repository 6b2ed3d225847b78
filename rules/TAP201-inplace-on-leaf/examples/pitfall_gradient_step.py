"""A hand-written gradient step on the leaf itself raises at the augmented assignment."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (weight * weight).sum()
loss.backward()
weight -= 0.1 * weight.grad  # expect: TAP201
