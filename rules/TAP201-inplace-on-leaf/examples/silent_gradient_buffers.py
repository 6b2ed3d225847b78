"""Gradients themselves are no leaves that require grad."""

# torch: runs
import torch

w = torch.ones(2, requires_grad=True)
(w * w).sum().backward()
w.grad *= 0.5
w.grad.clamp_(-1.0, 1.0)
torch.nn.utils.clip_grad_norm_([w], 1.0)
w.grad.zero_()
w.grad = None
