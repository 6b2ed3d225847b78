"""A plus sign gives the tensor itself, with its history."""

import torch

w = torch.ones(3, requires_grad=True)
loss = +(w * 2).sum()
loss.backward()
