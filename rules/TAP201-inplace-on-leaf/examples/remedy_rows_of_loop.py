"""Rows of a leaf are changed under no_grad."""

# torch: right gradient
import torch

w = torch.ones(3, 2, requires_grad=True)
with torch.no_grad():
    for row in w:
        row.mul_(2.0)
x = torch.tensor([1.0, -1.0], requires_grad=True)  # parameter
loss = (w @ x).exp().sum()
loss.backward()
assert w.grad is not None
