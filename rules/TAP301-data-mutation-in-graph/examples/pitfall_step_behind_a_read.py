"""An optimiser steps with weights that a product has saved as `.data`: torch does not raise."""

# torch: wrong gradient
import torch

weight = torch.tensor([2.0, 3.0], requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.5)
scale = torch.tensor([1.0, 1.0], requires_grad=True)  # parameter
weight.sum().backward()
loss = (weight.data * scale).sum()  # expect: TAP303
optimizer.step()  # expect: TAP301
loss.backward()
