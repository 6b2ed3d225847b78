"""An input whose gradient is wanted gets none."""

# torch: runs
import torch

image = torch.ones(2)
image.require_grad = True  # expect: TAP603
assert not (image * 2).sum().requires_grad
