import torch
from torch import nn


class UNet(nn.Module):
    def __init__(self, classes, width=6):
        super().__init__()
        self.enc = nn.Sequential(nn.Conv2d(1, width, 3, padding=1), nn.ReLU())
        self.low = nn.Sequential(nn.Conv2d(width, width, 3, stride=2, padding=1), nn.ReLU())
        self.up = nn.ConvTranspose2d(width, width, 2, stride=2)
        self.out = nn.Conv2d(2 * width, classes, 1)

    def forward(self, x):
        e = self.enc(x)
        return self.out(torch.cat([e, self.up(self.low(e))], dim=1))
