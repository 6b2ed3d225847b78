"""One row of a sum is overwritten through an alias, and backward still goes through that row."""

# torch: wrong gradient
import torch

w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)  # parameter
table = w + 1.0
raw = table.data
raw[0] = 0.0  # expect: TAP301
loss = table.sum()
loss.backward()
