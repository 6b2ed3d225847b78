"""A product saves its operands; overwriting one through .data reaches the other's gradient."""

# torch: wrong gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
x = torch.tensor([3.0, 4.0])
loss = (w * x).sum()
x.data[0] = 100.0  # expect: TAP301
loss.backward()
