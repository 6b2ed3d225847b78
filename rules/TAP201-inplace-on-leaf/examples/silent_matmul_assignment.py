"""@= has no in-place form: it binds the name to a new tensor."""

# torch: right gradient
import torch

w = torch.tensor([[1.0, 2.0], [0.5, 1.0]], requires_grad=True)  # parameter
x = w
x @= torch.eye(2)
loss = (x * x).sum()
loss.backward()
assert x is not w
