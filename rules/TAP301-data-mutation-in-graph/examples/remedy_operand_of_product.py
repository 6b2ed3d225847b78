"""A clone has memory of its own."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
x = torch.tensor([3.0, 4.0])
loss = (w * x).sum()
changed = x.clone()
changed[0] = 100.0
loss.backward()
