import torch
from torch import nn


class ImageField(nn.Module):
    """An image as a function of its coordinates."""

    def __init__(self, size, width=24):
        super().__init__()
        self.size = size
        axis = torch.linspace(-1, 1, size)
        grid = torch.stack(torch.meshgrid(axis, axis, indexing="ij"), dim=-1)
        self.register_buffer("grid", grid.view(-1, 2))
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self):
        return self.net(self.grid).view(self.size, self.size)
