"""A helper that changes its argument in place meets a leaf."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch


def shrink(tensor, factor):
    tensor.mul_(factor)  # expect: TAP201


weight = torch.ones(2, requires_grad=True)
shrink(weight, 0.9)
