"""The same change under no_grad, without the comment."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
with torch.no_grad():
    weight.mul_(2.0)
