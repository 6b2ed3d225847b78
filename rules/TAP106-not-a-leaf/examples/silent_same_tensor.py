"""Conversions to what the tensor is already give the leaf itself."""

# torch: right gradient
import torch

weight = torch.rand(3, requires_grad=True).contiguous().to("cpu")  # parameter
optimizer = torch.optim.SGD([weight], lr=0.1)
loss = weight.pow(2).sum()
loss.backward()
assert weight.grad is not None
