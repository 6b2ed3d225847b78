"""The scaler unscales the gradients first: 0.5 is within the bound."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0], dtype=torch.float32))
optimizer = torch.optim.SGD([weight], lr=1.0)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
optimizer.zero_grad()
loss = (0.5 * weight).sum()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
nn.utils.clip_grad_norm_([weight], 1.0)
scaler.step(optimizer)
scaler.update()
assert abs(1 - weight.item() - 0.5) < 1e-3
