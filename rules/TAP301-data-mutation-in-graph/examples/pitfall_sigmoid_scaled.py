"""sigmoid saves its result; scaling that result through .data makes the gradient wrong."""

# torch: wrong gradient
import torch

a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)  # parameter
out = a.sigmoid()
out.data.mul_(0.5)  # expect: TAP301
loss = out.sum()
loss.backward()
