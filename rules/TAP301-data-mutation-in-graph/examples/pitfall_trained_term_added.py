"""A trained bias is added through .data: nothing goes back to it from there."""

# torch: wrong gradient
import torch

bias = torch.tensor([0.5, 0.5], requires_grad=True)  # parameter
w = torch.tensor([1.0, 2.0], requires_grad=True)
h = w * 3.0
h.data.add_(bias)  # expect: TAP301
loss = h.sum() + bias.square().sum()
loss.backward()
