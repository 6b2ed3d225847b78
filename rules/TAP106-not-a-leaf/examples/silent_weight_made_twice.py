"""What an attribute holds at first is made a Parameter in the next line."""

# torch: runs
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.rand(3, requires_grad=True) * 0.1
        self.weight = nn.Parameter(self.weight)

    def forward(self, x):
        return self.weight * x


optimizer = torch.optim.Adam(Scale().parameters(), lr=0.1)
