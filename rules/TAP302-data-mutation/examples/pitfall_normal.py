"""Filling a leaf through .data goes around the version counter."""

# torch: runs
import torch

w = torch.FloatTensor(10)
w.requires_grad = True
w.data.normal_()  # expect: TAP302
assert w._version == 0 and w.is_leaf
