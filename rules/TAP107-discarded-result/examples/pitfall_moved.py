"""A tensor moves to nowhere: unlike a module, it stays where it is."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
net.to(torch.float16)
inputs = torch.ones(3, 2)
inputs.to(torch.float16)  # expect: TAP107 likely
assert inputs.dtype is not torch.float16 and net.weight.dtype is torch.float16
