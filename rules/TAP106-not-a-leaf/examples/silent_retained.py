"""A result keeps its gradient where it is asked to."""

# torch: runs
import torch

scaled = torch.rand(3, requires_grad=True) * 0.1
scaled.retain_grad()
scaled.pow(2).sum().backward()
assert scaled.grad is not None
