"""requires_grad_ does nothing to a result with a history."""

# torch: right gradient
import torch

weight = torch.ones(3, requires_grad=True)  # parameter
loss = (weight * weight).sum()
loss.requires_grad_()
loss.backward()
