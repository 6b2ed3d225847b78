"""Zeroing the sigmoid's result through .data gives a zero gradient without an error."""

# torch: runs
import torch

a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
out = a.sigmoid()
c = out.data
c.zero_()  # expect: TAP301
out.sum().backward()
sigmoid = torch.sigmoid(a.detach())
assert a.grad.abs().sum() == 0 and (sigmoid * (1 - sigmoid)).min() > 0
