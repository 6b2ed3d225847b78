"""A result may be changed in place where nobody saved it."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
shifted = w + 1.0
shifted += 2.0
shifted[0] = 7.0
copy = w.clone()
copy.mul_(3.0)
loss = (shifted + copy).sum()
loss.backward()
