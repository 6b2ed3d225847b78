"""no_grad lets the leaf be filled and torch sees the change."""

# torch: runs
import torch

w = torch.FloatTensor(10)
w.requires_grad = True
with torch.no_grad():
    w.normal_()
assert w._version == 1 and w.is_leaf
