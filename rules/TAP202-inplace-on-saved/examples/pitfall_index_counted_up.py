"""Indices are saved too: counting them up in place makes backward raise."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

table = torch.zeros(4, 2, requires_grad=True)
index = torch.tensor([0, 1])
first = table[index].exp()
index += 1  # expect: TAP202
first.sum().backward()
