"""An operation out of place scales the result and records it."""

# torch: right gradient
import torch

a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)  # parameter
out = a.sigmoid()
scaled = out * 0.5
loss = scaled.sum()
loss.backward()
