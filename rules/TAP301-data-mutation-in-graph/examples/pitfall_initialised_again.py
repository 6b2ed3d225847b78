"""An initialiser through .data between forward and backward."""

# torch: wrong gradient
import torch
from torch import nn

x = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
layer = nn.Linear(2, 1)
loss = (layer(x) ** 2).sum()
nn.init.constant_(layer.weight.data, 9.0)  # expect: TAP301
loss.backward()
