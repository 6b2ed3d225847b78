"""create_graph=True keeps the buffers, as the second derivative needs them."""

# torch: runs
import torch

x = torch.tensor([0.5, 1.5], requires_grad=True)
y = torch.sin(x).sum()
(slope,) = torch.autograd.grad(y, x, create_graph=True)
(slope.pow(2).sum() + y).backward()
assert x.grad is not None
