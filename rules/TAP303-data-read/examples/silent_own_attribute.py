"""An attribute data of a module of one's own."""

# torch: right gradient
import torch
from torch import nn


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.data = nn.Parameter(torch.tensor([1.0, 2.0]))

    def forward(self):
        return self.data.pow(2).sum()


table = Table()  # parameter
loss = table() + table.data.sum()
loss.backward()
