"""A Parameter that does not require grad is not meant to be trained."""

# torch: runs
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(3), requires_grad=False) * 0.1


print(Scale().scale)
