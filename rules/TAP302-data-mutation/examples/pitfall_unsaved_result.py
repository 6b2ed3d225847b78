"""A result nobody saved changes its value behind the graph's back."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
shifted = w + 1.0
shifted.data.add_(5.0)  # expect: TAP302
loss = shifted.sum()
loss.backward()
