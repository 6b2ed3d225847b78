"""After backward nothing needs the old value, and no_grad is the block for a change."""

# torch: right gradient
import torch

w = torch.tensor([1.0, -2.0], requires_grad=True)  # parameter
loss = (w**3).sum()
loss.backward()
with torch.no_grad():
    w -= 0.5
