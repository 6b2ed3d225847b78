"""The chance is 0 where the module does not train: a branch has set it."""

# torch: runs
import torch
from torch import nn
from torch.nn import functional as F


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.chance = 0.5

    def forward(self, weights):
        chance = self.chance
        if not self.training:
            chance = 0.0
        if chance > 0.0:
            weights = F.dropout(weights, p=chance)
        return weights


layer = Attention().eval()
weights = torch.ones(100)
assert torch.equal(layer(weights), weights)
