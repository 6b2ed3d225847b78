"""A detached clone may be changed at will."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
out = w.exp()
kept = out.detach().clone()
kept[0] = 0.0
loss = (out * out).sum()
loss.backward()
