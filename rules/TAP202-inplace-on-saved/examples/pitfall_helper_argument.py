"""A helper that works in place on its argument does not know who has saved it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch


def centre(values):
    values.sub_(values.mean())  # expect: TAP202
    return values


w = torch.tensor([0.1, 0.7, 0.2], requires_grad=True)
energy = w * 3.0
weights = energy.cos()
centred = centre(energy)
(weights * centred).sum().backward()
