"""TODO how it is fixed."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (weight * weight).sum()
