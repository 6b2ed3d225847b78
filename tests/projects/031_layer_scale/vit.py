import torch
from torch import nn

from layers import MlpBlock


class TinyMixer(nn.Module):
    def __init__(self, patch=4, dim=24, depth=2, classes=3):
        super().__init__()
        self.embed = nn.Conv2d(1, dim, patch, patch)
        self.blocks = nn.Sequential(*(MlpBlock(dim) for _ in range(depth)))
        self.head = nn.Linear(dim, classes)

    def forward(self, img):
        tokens = self.embed(img).flatten(2).transpose(1, 2)
        return self.head(torch.mean(self.blocks(tokens), dim=1))
