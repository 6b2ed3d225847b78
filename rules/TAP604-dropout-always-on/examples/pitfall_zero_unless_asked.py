"""The chance is zero unless whoever makes the layer asks for more."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, chance=0.0):
        super().__init__()
        self.chance = chance

    def forward(self, x):
        return F.dropout(x, p=self.chance)  # expect: TAP604 likely


block, x = Block(chance=0.25 + torch.rand(1).item() / 2).eval(), torch.ones(100)
assert not torch.equal(block(x), block(x))
