import torch
from torch import nn


def pretrained_backbone(width=16):
    torch.manual_seed(42)
    return nn.Sequential(nn.Linear(6, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
