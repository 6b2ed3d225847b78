"""With a chance of zero nothing is dropped; here the chance says if it trains."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.chance = 0.5

    def forward(self, x):
        chance = self.chance if self.training else 0.0
        x = F.dropout(x, chance)
        return F.dropout(x, 0.0)


net = Net().eval()
x = torch.ones(1, 100)
assert torch.equal(net(x), net(x))
