"""A cache is filled from step to step while a sequence is generated, without gradients."""

import torch
from torch import nn


class DecoderCache:
    def __init__(self, size: int):
        self.hidden = torch.zeros(1, 1, size)
        self.cell = torch.zeros(1, 1, size)

    def update(self, hidden, cell):
        self.hidden.copy_(hidden)
        self.cell.copy_(cell)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 8)

    def forward(self, x: torch.Tensor, cache: DecoderCache | None = None):
        state = (cache.hidden, cache.cell) if cache is not None else None
        output, (hidden, cell) = self.lstm(x, state)
        if cache is not None:
            cache.update(hidden, cell)
        return output
