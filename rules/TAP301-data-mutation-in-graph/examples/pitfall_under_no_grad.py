"""no_grad does not help: .data hides the change from the version counter."""

# torch: wrong gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (w * w).sum()
with torch.no_grad():
    w.data.add_(1.0)  # expect: TAP301
loss.backward()
