"""A constant added behind the graph's back leaves the gradient right."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
shifted = w + 1.0
shifted.data.add_(5.0)  # expect: TAP302
loss = shifted.sum()
loss.backward()
