"""exp_ keeps the new value for backward, and the factor then changes it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

log_scale = torch.zeros(3, requires_grad=True)
scale = log_scale * 0.5
scale.exp_()
scale.mul_(2.0)  # expect: TAP202
scale.sum().backward()
