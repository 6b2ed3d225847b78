"""A weight changed through .data between forward and backward gives another point's gradient."""

# torch: wrong gradient
import torch

w = torch.tensor([1.0, -2.0], requires_grad=True)  # parameter
loss = (w**3).sum()
w.data -= 0.5  # expect: TAP301
loss.backward()
