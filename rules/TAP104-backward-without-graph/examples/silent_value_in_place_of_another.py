"""A loss shows one value and has the gradient of another on purpose."""

# torch: runs
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
surrogate = w.exp().sum()
value = (w * w).sum()
loss = surrogate + (value - surrogate).detach()
loss.backward()
