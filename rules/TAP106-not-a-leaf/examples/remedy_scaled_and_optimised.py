"""The product requires grad last: it is the leaf."""

# torch: right gradient
import torch

weight = (torch.rand(3) * 0.1).requires_grad_()  # parameter
optimizer = torch.optim.Adam([weight], lr=0.1)
loss = weight.pow(2).sum()
loss.backward()
