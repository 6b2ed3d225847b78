"""Who calls the method says how much is dropped."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Decoder(nn.Module):
    def forward(self, x, chance, drops=False):
        if drops:
            x = F.dropout(x)
        return F.dropout(x, chance)


x = torch.ones(1, 100)
assert torch.equal(Decoder()(x, 0.0), x)
