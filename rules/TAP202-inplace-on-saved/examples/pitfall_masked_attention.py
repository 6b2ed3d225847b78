"""Softmax saved the attention and so did the matrix product, before the mask is written into it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn.functional as F


def attend(query, key, value, mask):
    attention = F.softmax(query @ key.transpose(-2, -1), dim=-1)
    context = attention @ value
    attention.masked_fill_(mask, 0.0)  # expect: TAP202
    return context, attention


query = torch.randn(2, 3, requires_grad=True)
key, value = torch.randn(2, 3), torch.randn(2, 3)
context, attention = attend(query, key, value, torch.eye(2, dtype=torch.bool))
context.sum().backward()
