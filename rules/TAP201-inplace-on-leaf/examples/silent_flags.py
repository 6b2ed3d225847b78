"""Underscore methods that change flags and no values."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0]).requires_grad_()  # parameter
w.requires_grad_(True)
w.share_memory_()
w.retain_grad()
frozen = torch.ones(2).requires_grad_().detach_()
loss = (w * w * frozen).sum()
loss.backward()
