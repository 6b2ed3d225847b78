"""The next round goes back through this one's graph."""

# torch: runs
import torch
from torch import nn

cell = nn.RNNCell(4, 8)
state = torch.zeros(6, 8)
for inputs in torch.randn(3, 6, 4):
    state = cell(inputs, state)
    state.pow(2).mean().backward(retain_graph=True)
assert cell.weight_hh.grad is not None
