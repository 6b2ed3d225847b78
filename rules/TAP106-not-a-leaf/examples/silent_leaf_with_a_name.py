"""The leaf has a name of its own, and its gradient is read."""

# torch: right gradient
import torch

weight = torch.rand(3, requires_grad=True)  # parameter
scaled = weight * 0.1
optimizer = torch.optim.SGD([weight], lr=0.1)
loss = scaled.pow(2).sum()
loss.backward()
assert weight.grad is not None
