"""out= with a leaf that requires grad raises an error of its own."""

# torch: raises RuntimeError: functions with out=... arguments don't support automatic differentiation
import torch

w = torch.ones(3, requires_grad=True)
torch.add(torch.zeros(3), 1.0, out=w)  # expect: TAP201
