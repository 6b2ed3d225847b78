"""A result gets other numbers by an assignment to .data, and its loss is computed from those."""

# torch: wrong gradient
import torch

w = torch.tensor([0.2, 0.7, 1.4], requires_grad=True)  # parameter
signs = w * 2.0
signs.data = torch.sign(signs.detach() - 1.0)  # expect: TAP301
loss = (signs * torch.tensor([1.0, 2.0, 3.0])).sum()
loss.backward()
