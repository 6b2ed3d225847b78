"""torch.normal takes parameters, backward runs, and their gradient is zero."""
# torch: no gradient
# report: https://github.com/pytorch/pytorch/issues/4620
import torch

center = torch.tensor([0.5, 1.0], requires_grad=True)  # parameter
spread = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
draw = torch.normal(center, spread)  # expect: TAP405
loss = draw.square().mean()
loss.backward()
