"""copy_ under no_grad keeps the memory and its version counter."""

# torch: runs
import torch
from torch import nn

layer = nn.Linear(2, 2)
with torch.no_grad():
    layer.weight.copy_(torch.eye(2))
    for p in layer.parameters():
        p.copy_(torch.zeros_like(p))
