"""A linear layer on plain inputs saves no weight, which may therefore change before backward."""

# torch: right gradient
import torch
from torch import nn

layer = nn.Linear(2, 1)  # parameter
loss = layer(torch.tensor([[1.0, 2.0]])).sum()
with torch.no_grad():
    for parameter in layer.parameters():
        parameter.mul_(0.5)
loss.backward()
