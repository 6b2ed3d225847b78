"""What a class says of its settings is a default: an object made elsewhere may have others."""

import torch
from torch import nn


class Config:
    scales_weight: bool = False
    shift: float | None = None


class Layer(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        if config.scales_weight:
            self.weight.data.mul_(2)  # expect: TAP302
        if config.shift is not None:
            self.weight.data.add_(config.shift)  # expect: TAP302
