"""A hidden state carried on without its history is an input of the next step."""

# torch: runs
import torch
from torch import nn

cell = nn.RNNCell(2, 2)
hidden = torch.zeros(1, 2)
for _ in range(2):
    hidden = hidden.detach().requires_grad_()
    hidden = cell(torch.ones(1, 2), hidden)
    hidden.pow(2).sum().backward()
