"""The name is given the tensor that was converted."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
net.to(torch.float16)
inputs = torch.ones(3, 2)
inputs = inputs.to(torch.float16)
assert net(inputs).dtype is torch.float16
