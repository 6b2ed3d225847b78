"""Hidden states kept in one preallocated tensor: the cell saves a row, the next write spoils it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.hidden = hidden
        self.cell = nn.GRUCell(inputs, hidden)

    def forward(self, sequence):
        steps, batch, _ = sequence.shape
        h = torch.zeros(steps + 1, batch, self.hidden)
        for t in range(steps):
            h[t + 1] = self.cell(sequence[t], h[t])  # expect: TAP202
        return h[1:]


Encoder(2, 3)(torch.randn(3, 1, 2)).mean().backward()
