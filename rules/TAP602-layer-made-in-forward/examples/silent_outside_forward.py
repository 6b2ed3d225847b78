"""Outside of `forward`, a layer may be made to be called once: to learn a size."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        size = nn.Conv1d(1, 2, 3)(torch.zeros(1, 1, 8)).numel()
        self.linear = nn.Linear(size, 2)

    def forward(self, x):
        return self.linear(x)


def shape_of(x):
    return nn.Linear(12, 3)(x).shape


assert shape_of(torch.ones(1, 12)) == (1, 3)
assert Net()(torch.ones(1, 12)).shape == (1, 2)
