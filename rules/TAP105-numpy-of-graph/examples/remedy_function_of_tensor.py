"""torch has the function, and keeps the history."""

# torch: right gradient
import torch

log_std = torch.zeros(2, requires_grad=True)  # parameter
loss = torch.exp(log_std).sum()
