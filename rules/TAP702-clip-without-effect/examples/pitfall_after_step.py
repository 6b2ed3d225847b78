"""The step has used the gradients: what is clipped after it moves nothing."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for _ in range(3):
    optimizer.zero_grad()
    before = weight.item()
    (100 * weight).sum().backward()
    optimizer.step()
    nn.utils.clip_grad_norm_([weight], 1.0)  # expect: TAP702
    assert abs(before - weight.item() - 100) < 1e-3  # clipped, it moves by 1
