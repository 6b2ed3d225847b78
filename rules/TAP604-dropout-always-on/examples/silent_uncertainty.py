"""Monte Carlo dropout draws on purpose; the name says so."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class MCDropoutNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(100, 100)

    def forward(self, x):
        return F.dropout(self.layer(x))


net = MCDropoutNet().eval()
x = torch.ones(1, 100)
assert not torch.equal(net(x), net(x))
