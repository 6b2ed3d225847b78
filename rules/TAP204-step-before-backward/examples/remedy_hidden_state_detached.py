"""Detached, the hidden state brings its value into the next round and no graph."""

# torch: runs
import torch
from torch import nn

cell = nn.GRUCell(2, 3)
readout = nn.Linear(3, 1)
optimizer = torch.optim.Adam(list(cell.parameters()) + list(readout.parameters()))
hidden = torch.zeros(1, 3)

for x in torch.randn(4, 1, 2):
    hidden = cell(x, hidden.detach())
    loss = readout(hidden).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
