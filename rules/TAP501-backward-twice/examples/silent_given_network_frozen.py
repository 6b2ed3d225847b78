"""A frozen network gives no history: two backwards behind it have nothing in common."""

# torch: runs
import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone.eval()
        for parameter in self.backbone.parameters():
            parameter.requires_grad = False
        self.head = nn.Linear(2, 2)

    def train_on(self, batch):
        hidden = self.backbone(batch)
        one = self.head(hidden).pow(2).mean()
        two = self.head(hidden).abs().mean()
        one.backward()
        two.backward()


Heads(nn.Linear(2, 2)).train_on(torch.ones(1, 2))
