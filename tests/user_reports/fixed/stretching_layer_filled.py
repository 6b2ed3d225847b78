"""nn.init changes a weight under no_grad."""
# torch: runs
import torch
from torch import nn


class Upsample(nn.Module):
    def __init__(self, scales):
        super().__init__()
        self.layers = nn.ModuleList()
        for scale in scales:
            smooth = nn.Conv2d(1, 1, kernel_size=(1, 2 * scale + 1), bias=False)
            nn.init.constant_(smooth.weight, 1.0 / (2 * scale + 1))
            self.layers.append(smooth)


upsample = Upsample([2, 3])
