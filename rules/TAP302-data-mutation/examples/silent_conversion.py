"""A parameter converted to another type: no_grad is no remedy for that."""

# torch: runs
import torch
from torch import nn

layer = nn.Linear(2, 2)
for p in layer.parameters():
    p.data = p.data.to(torch.float16)
layer.weight.data = layer.weight.data.float()
layer.weight.data = layer.weight.data.contiguous()
assert layer.weight.dtype == torch.float32 and layer.bias.dtype == torch.float16
