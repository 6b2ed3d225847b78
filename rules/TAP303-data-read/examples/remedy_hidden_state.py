"""A recurrent state cut from its history with detach()."""

# torch: runs
import torch

cell = torch.nn.GRUCell(2, 3)
hidden = torch.zeros(1, 3)
for step in range(2):
    hidden = cell(torch.ones(1, 2), hidden.detach())
    hidden.sum().backward()
