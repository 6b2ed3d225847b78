"""Wrapping leaves themselves loses them too: the new tensor is a leaf of its own."""

# torch: no gradient
import torch as T

scale = T.tensor(2.0, requires_grad=True)  # parameter
shift = T.tensor(-1.0, requires_grad=True)  # parameter
coefficients = T.asarray([scale, shift])  # expect: TAP101
loss = (coefficients * T.tensor([3.0, 4.0])).sum()
