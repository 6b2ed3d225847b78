"""Replacing weight.data by weight in an initialisation leads to the error about leaves."""
# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# report: https://github.com/pytorch/audio/pull/1993
import torch
from torch import nn


class Upsample(nn.Module):
    def __init__(self, scales):
        super().__init__()
        self.layers = nn.ModuleList()
        for scale in scales:
            smooth = nn.Conv2d(1, 1, kernel_size=(1, 2 * scale + 1), bias=False)
            smooth.weight.fill_(1.0 / (2 * scale + 1))  # expect: TAP201
            self.layers.append(smooth)


upsample = Upsample([2, 3])
