"""A straight-through gradient says what it is: backward takes the rounding for nothing."""

# torch: runs
import torch

w = torch.tensor([0.2, 0.7, 1.4], requires_grad=True)
x = w * 2.0
rounded = x + (x.round() - x).detach()
rounded.sum().backward()
assert rounded.tolist() == [0.0, 1.0, 3.0] and w.grad.tolist() == [2.0, 2.0, 2.0]
