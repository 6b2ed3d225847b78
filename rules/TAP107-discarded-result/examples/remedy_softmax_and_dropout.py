"""What softmax and dropout give is assigned."""

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
        chances = F.dropout(torch.softmax(scores, dim=-1), 0.1, training=self.training)
        F.dropout(chances, 0.1, training=self.training, inplace=True)
        return chances @ x


Attention()(torch.ones(2, 3, 4))
