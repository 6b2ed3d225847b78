"""Unscaled after the clipping: the bound was held against the scaled gradients."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0], dtype=torch.float32))
optimizer = torch.optim.SGD([weight], lr=1.0)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
scaler.scale((0.5 * weight).sum()).backward()
nn.utils.clip_grad_norm_([weight], 1.0)  # expect: TAP702
scaler.unscale_(optimizer)
scaler.step(optimizer)
scaler.update()
assert 1 - weight.item() < 0.001
