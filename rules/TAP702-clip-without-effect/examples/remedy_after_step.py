"""Clipped between backward and step, the gradients are within the bound."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for _ in range(3):
    optimizer.zero_grad()
    before = weight.item()
    (100 * weight).sum().backward()
    nn.utils.clip_grad_norm_([weight], 1.0)
    optimizer.step()
    assert abs(before - weight.item() - 1) < 1e-3
