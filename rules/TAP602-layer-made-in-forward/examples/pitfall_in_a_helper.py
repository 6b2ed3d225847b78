"""A method that only `forward` calls makes a projection for each of its inputs."""

# torch: runs
import torch
from torch import nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(4, 3), nn.Linear(4, 5)])

    def forward(self, x):
        return sum(self._projected([part(x) for part in self.parts]))

    def _projected(self, parts):
        projected = []
        for each in parts:
            projected.append(nn.Linear(each.shape[1], 2, bias=False)(each))  # expect: TAP602
        return projected


net, x = Fusion(), torch.ones(1, 4)
assert not torch.equal(net(x), net(x))
assert len(list(net.parameters())) == 4
