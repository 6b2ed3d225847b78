"""Filling a leaf that requires grad with random numbers raises."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch

w = torch.FloatTensor(10)
w.requires_grad = True
w.normal_()  # expect: TAP201
