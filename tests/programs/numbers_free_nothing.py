"""A number among the operands is not saved as a tensor is: a second backward needs nothing."""

import torch

w = torch.rand(3, requires_grad=True)


def by_number():
    h = torch.lerp(2.0 - w, w, 0.5)
    h.sum().backward()
    h.mean().backward()


def by_number_in_place():
    h = 2.0 - w
    h.lerp_(w, 0.5)
    h.sum().backward()
    h.mean().backward()


def by_tensor_in_place():
    h = 2.0 - w
    h.lerp_(w, torch.tensor(0.5))
    h.sum().backward()
    h.mean().backward()  # expect: TAP501


def by_tensor():
    h = torch.lerp(2.0 - w, w, torch.tensor(0.5))
    h.sum().backward()
    h.mean().backward()  # expect: TAP501
