"""A detached tensor shares memory and version counter with the sigmoid's result."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

a = torch.tensor([1, 2, 3.0], requires_grad=True)
out = a.sigmoid()
c = out.detach()
c.zero_()  # expect: TAP202
out.sum().backward()
