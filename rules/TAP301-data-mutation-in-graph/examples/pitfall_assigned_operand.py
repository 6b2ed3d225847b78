"""Another tensor assigned to the .data of an operand: backward uses the new values."""

# torch: wrong gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (w**3).sum()
w.data = torch.tensor([10.0, 10.0])  # expect: TAP301
loss.backward()
