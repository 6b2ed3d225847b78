"""A clone of the detached tensor has memory of its own."""

# torch: right gradient
import torch

a = torch.tensor([1, 2, 3.0], requires_grad=True)  # parameter
out = a.sigmoid()
c = out.detach().clone()
c.zero_()
loss = out.sum()
loss.backward()
