"""A penalty that is taken as a number moves the loss and trains nothing."""

# torch: wrong gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
penalty = (w * w).sum()
loss = w.exp().sum() + 0.1 * penalty.item()  # expect: TAP104 likely
loss.backward()
