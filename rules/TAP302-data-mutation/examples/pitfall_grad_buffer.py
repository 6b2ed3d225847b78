"""A gradient zeroed through .data; grad.zero_() needs no detour."""

# torch: runs
import torch

w = torch.ones(2, requires_grad=True)
(w * w).sum().backward()
w.grad.data.zero_()  # expect: TAP302
assert w.grad.sum() == 0
