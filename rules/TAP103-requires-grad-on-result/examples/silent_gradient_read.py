"""The gradient of a detached value is wanted, and read."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
hidden = net(torch.ones(3, 2)).detach()
hidden.requires_grad = True
(hidden * hidden).sum().backward()
assert hidden.grad is not None
