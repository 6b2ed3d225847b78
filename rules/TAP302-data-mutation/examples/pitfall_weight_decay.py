"""A value computed from .data and assigned to it: one write, one read."""

# torch: runs
import torch

w = torch.nn.Parameter(torch.ones(2))
w.data = w.data * 0.9  # expect: TAP302, TAP303
