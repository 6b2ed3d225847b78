"""A saved result keeps its old memory for backward when .data is assigned: only the value lies."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
out = w.sigmoid()
loss = out.sum()
out.data = torch.zeros(2)  # expect: TAP302
loss.backward()
assert out.sum() == 0 and loss > 1
