import torch
from torch import nn


class ShapeDecoder(nn.Module):
    def __init__(self, code_dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(code_dim + 2, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, code, points):
        code = code.unsqueeze(1).expand(-1, points.size(1), -1)
        return self.net(torch.cat([code, points], -1)).squeeze(-1)


def circle_sdf(radius, points):
    return points.norm(dim=-1) - radius[:, None]
