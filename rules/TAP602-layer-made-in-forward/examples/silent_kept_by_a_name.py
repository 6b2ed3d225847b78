"""The new layer is kept under its name."""

# torch: runs
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict()

    def forward(self, x):
        if "first" in self.layers:
            return self.layers["first"](x)
        layer = nn.Linear(x.shape[-1], 2)
        self.layers["first"] = layer
        return layer(x)


net, x = Net(), torch.ones(1, 4)
assert torch.equal(net(x), net(x))
