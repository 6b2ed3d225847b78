"""A detached alias may be changed as long as nothing has saved the leaf's value."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
w.detach().add_(1.0)
loss = (w * w).sum()
loss.backward()
