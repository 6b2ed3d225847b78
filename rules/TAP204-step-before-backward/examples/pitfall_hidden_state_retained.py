"""A hidden state carried over with retain_graph=True meets the weights of the step before."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

cell = nn.GRUCell(2, 3)
readout = nn.Linear(3, 1)
optimizer = torch.optim.Adam(list(cell.parameters()) + list(readout.parameters()))
hidden = torch.zeros(1, 3)

for x in torch.randn(4, 1, 2):
    hidden = cell(x, hidden)
    loss = readout(hidden).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()  # expect: TAP204
