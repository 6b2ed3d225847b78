"""new_zeros and a detached clone make fresh tensors without .data."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
noise = w.new_zeros(2)
backup = w.detach().clone().zero_()
loss = (w * w).sum() + (noise + backup).sum()
loss.backward()
