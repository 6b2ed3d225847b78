"""A class that keeps the flag as a setting, and reads it."""

# torch: runs
import torch
from torch import nn


class Extractor(nn.Module):
    def __init__(self, requires_grad=False):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.requires_grad = requires_grad

    def forward(self, x):
        with torch.set_grad_enabled(self.requires_grad):
            return self.layer(x)


extractor = Extractor()
extractor.requires_grad = True
assert extractor(torch.ones(1, 2)).requires_grad
