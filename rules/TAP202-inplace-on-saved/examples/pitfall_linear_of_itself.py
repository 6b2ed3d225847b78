"""A linear layer saves its input, to which its output is then added in place."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn


class Refine(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(3)])

    def forward(self, x):
        for layer in self.layers:
            x += layer(x)  # expect: TAP202
        return x


refine = Refine(2)
loss = refine(torch.tensor([[1.0, 2.0]])).sum()
loss.backward()
