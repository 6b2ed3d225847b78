"""A layer that initialises its nn.Parameter in place raises when it is built."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(size))
        self.reset_parameters()

    def reset_parameters(self):
        self.weight.uniform_(0.5, 1.5)  # expect: TAP201


layer = Scale(3)
