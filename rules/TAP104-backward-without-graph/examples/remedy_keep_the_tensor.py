"""The loss itself has the history; the number is for the log only."""

# torch: right gradient
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (w * w).sum()
value = loss.item()
loss.backward()
