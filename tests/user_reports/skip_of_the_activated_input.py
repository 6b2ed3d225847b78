"""The first ReLU of a block works in place, so the skip adds the activated input instead of the input."""
# torch: right gradient
# report: https://github.com/rosinality/vq-vae-2-pytorch/issues/60
# not caught: TAP202: no gradient is wrong; another function is computed, and only its author knows which was meant
import torch
from torch import nn


class Skip(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Sequential(nn.ReLU(inplace=True), nn.Conv2d(width, width, 1))

    def forward(self, code):
        return code + self.inner(code)


encoder = nn.Conv2d(1, 2, 1)  # parameter
loss = Skip(2)(encoder(torch.randn(1, 1, 3, 3))).square().sum()
loss.backward()
