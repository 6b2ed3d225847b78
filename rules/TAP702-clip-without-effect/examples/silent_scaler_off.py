"""A scaler that is off multiplies by nothing."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0], dtype=torch.float32))
optimizer = torch.optim.SGD([weight], lr=1.0)
scaler = torch.amp.GradScaler("cpu", enabled=False)
scaler.scale((0.5 * weight).sum()).backward()
nn.utils.clip_grad_norm_([weight], 1.0)
scaler.step(optimizer)
scaler.update()
assert abs(1 - weight.item() - 0.5) < 1e-3
