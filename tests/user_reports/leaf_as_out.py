"""A leaf is given as out=, one of several ways that a user tried to change it."""
# torch: raises RuntimeError: functions with out=... arguments don't support automatic differentiation
# report: https://discuss.pytorch.org/t/inplace-operation-changes-is-leaf-attribute/120297
import torch

c = torch.randn(4, 3, requires_grad=True)
torch.add(c, 1, out=c)  # expect: TAP201
