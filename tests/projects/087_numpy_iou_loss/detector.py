import torch
from torch import nn


class BoxRegressor(nn.Module):
    def __init__(self, n_in=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 32), nn.ReLU(), nn.Linear(32, 4))

    def forward(self, x):
        corner, size = self.net(x).chunk(2, dim=1)
        return torch.cat([corner, corner + size.abs()], dim=1)
