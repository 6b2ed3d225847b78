"""A tensor may be filled while it does not require grad yet."""

# torch: right gradient
import torch

w = torch.empty(3)
w.normal_()
w.requires_grad_()
x = torch.empty(3).uniform_(0.5, 1.0).requires_grad_()  # parameter
loss = (w * x).sum()
loss.backward()
assert torch.equal(w.grad, x.detach())
