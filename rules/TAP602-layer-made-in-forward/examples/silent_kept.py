"""The layer is made when the first input comes, and kept."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = None

    def forward(self, x):
        if self.linear is None:
            self.linear = nn.Linear(x.shape[-1], 2)
        return self.linear(x)


net, x = Net(), torch.ones(1, 4)
assert torch.equal(net(x), net(x))
