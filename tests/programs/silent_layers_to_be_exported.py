import torch
from torch import nn


class Controller(nn.Module):
    """It is compiled as a whole, and whoever loads it runs it without recording."""

    def __init__(self, size):
        super().__init__()
        self.is_started = False
        self.wanted = nn.Parameter(torch.zeros(size))

    @torch.jit.export
    def restart(self):
        self.is_started = False

    def forward(self, position):
        if not self.is_started:
            self.wanted[:] = position
            self.is_started = True
        return 0.5 * (self.wanted - position)
