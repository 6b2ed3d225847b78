"""A computed tensor needs no wrapping; torch.as_tensor hands it back with its history."""

# torch: right gradient
from torch import *

weight = tensor([1.0, 2.0], requires_grad=True)  # parameter
energy = (weight * weight).sum()
loss = as_tensor(energy) * 2.0
loss.backward()
