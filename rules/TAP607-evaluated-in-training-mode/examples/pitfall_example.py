"""TODO what goes wrong."""

# torch: wrong gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (weight * weight).sum()  # expect: TAP607
