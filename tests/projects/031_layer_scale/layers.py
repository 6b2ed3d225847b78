import torch
from torch import nn


class LayerScale(nn.Module):
    def __init__(self, dim, init_value=1e-4):
        super().__init__()
        self.gamma = nn.Parameter(torch.full((dim,), init_value)).view(1, 1, -1)

    def forward(self, x):
        return x * self.gamma


class MlpBlock(nn.Module):
    def __init__(self, dim, ratio=2):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, dim * ratio)
        self.fc2 = nn.Linear(dim * ratio, dim)
        self.scale = LayerScale(dim)

    def forward(self, x):
        return x + self.scale(self.fc2(nn.functional.gelu(self.fc1(self.norm(x)))))
