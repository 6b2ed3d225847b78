"""A result with a history refuses the flag."""

# torch: raises RuntimeError: you can only change requires_grad flags of leaf variables
import torch

weight = torch.ones(3, requires_grad=True)
loss = (weight * weight).sum()
loss.requires_grad = True  # expect: TAP103
loss.backward()
