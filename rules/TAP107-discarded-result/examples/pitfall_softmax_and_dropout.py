"""Chances and dropout are new tensors, too."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.keys = nn.Linear(4, 4)

    def forward(self, x):
        scores = self.keys(x) @ x.transpose(-2, -1)
        torch.softmax(scores, dim=-1)  # expect: TAP107
        F.dropout(scores, 0.1, training=self.training)  # expect: TAP107
        return scores @ x


Attention()(torch.ones(2, 3, 4))
