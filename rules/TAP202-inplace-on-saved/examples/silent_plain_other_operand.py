"""A product with a mask that needs no gradient saves the mask, not the tensor."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
mask = torch.tensor([1.0, 0.0])
h = w * 2.0
kept = h * mask
h += 5.0
loss = kept.sum() + h.sum()
loss.backward()
